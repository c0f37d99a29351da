package ner_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Ways in which papers write the number of the case they belong to.
func TestRadicadoForms(t *testing.T) {
	const own = "11001400302820240031700"
	for _, c := range []struct{ rule, head, want string }{
		{"label and colon", "Radicado: 11001-40-03-028-2024-00317-00", own},
		{"abbreviated", "Rad. 11001 40 03 028 2024 00317 00", own},
		{"abbreviated, No.", "RAD. No. 11001400302820240031700", own},
		{"Nro.", "RADICADO NRO. 110014003028-2024-00317-00", own},
		{"number sign", "Radicación #11001400302820240031700", own},
		{"N° glued", "RADICADO N°11001400302820240031700", own},
		{"unique code", "Código Único de Radicación: 11001-40-03-028-2024-00317-00", own},
		{"unique number", "NÚMERO ÚNICO DE RADICACIÓN 11001-40-03-028-2024-00317-00", own},
		{"unique number of a case", "Número único de proceso: 11001400302820240031700", own},
		{"CUI", "CUI: 110014003028202400317 00", own},
		{"C.U.I.", "C.U.I. 11001400302820240031700", own},
		{"CUR", "CUR 11001-40-03-028-2024-00317-00", own},
		{"proceso No.", "Proceso No. 11001-40-03-028-2024-00317-00", own},
		{"PROCESO and colon", "PROCESO: 11001400302820240031700", own},
		{"expediente", "Expediente: 11001-40-03-028-2024-00317-00", own},
		{"exp. no.", "EXP. No 11001400302820240031700", own},
		{"expediente digital", "Expediente digital No. 11001400302820240031700", own},
		{"after tutela", "Acción de tutela 11001-40-03-028-2024-00317-00", own},
		{"tutela with radicado", "Ref.: Acción de tutela con radicado 11001-40-03-028-2024-00317-00", own},
		{"tutela radicada bajo el número", "Asunto: Tutela radicada bajo el número 11001400302820240031700", own},
		{"in brackets", "Tutela (11001-40-03-028-2024-00317-00)", own},
		{"label in brackets", "ACCIÓN DE TUTELA (RAD. 11001-40-03-028-2024-00317-00)", own},
		{"reference alone", "Referencia: 11001-40-03-028-2024-00317-00", own},
		{"ref. with words", "REF: Impugnación fallo de tutela - Rad 11001 4003 028 2024 00317 00", own},
		{"on the next line", "RADICADO:\n11001-40-03-028-2024-00317-00", own},
		{"on the line after an empty one", "RADICACIÓN No.\n\n11001-40-03-028-2024-00317-00", own},
		{"column of blanks", "RADICADO            11001-40-03-028-2024-00317-00", own},
		{"tab", "RADICADO\t11001400302820240031700", own},
		{"table bars", "| RADICADO | 11001-40-03-028-2024-00317-00 |", own},
		{"table, label and another one", "PROCESO | ACCIÓN DE TUTELA\nRADICADO | 11001-40-03-028-2024-00317-00", own},
		{"proceso above", "PROCESO: ACCIÓN DE TUTELA\nRADICADO: 11001-40-03-028-2024-00317-00", own},
		{"clase de proceso above", "CLASE DE PROCESO: TUTELA\nRADICACIÓN: 11001-40-03-028-2024-00317-00", own},
		{"tipo de proceso above", "Tipo de proceso: Acción constitucional\nRadicado: 11001-40-03-028-2024-00317-00", own},
		{"asunto above", "ASUNTO: IMPUGNACIÓN\nRADICADO: 11001-40-03-028-2024-00317-00", own},
		{"decisión below", "RADICADO: 11001-40-03-028-2024-00317-00\nDECISIÓN: IMPUGNADA", own},
		{"in two lines", "Radicado: 11001-40-03-028-\n2024-00317-00", own},
		{"in two lines without hyphen at the end", "Radicado: 11001-40-03-028\n2024-00317-00", own},
		{"in two lines, hyphen below", "Radicado: 11001-40-03-028\n-2024-00317-00", own},
		{"points", "Radicado: 11001.40.03.028.2024.00317.00", own},
		{"slashes", "Radicado: 11001/40/03/028/2024/00317/00", own},
		{"low lines", "Radicado: 11001_40_03_028_2024_00317_00", own},
		{"mixed", "Radicado: 11-001-4003-028-2024-00317-00", own},
		{"en dashes", "Radicado: 11001–40–03–028–2024–00317–00", own},
		{"em dashes with blanks", "Radicado: 11001 — 40 — 03 — 028 — 2024 — 00317 — 00", own},
		{"point at the end", "Ref. Radicado 11001-40-03-028-2024-00317-00.", own},
		{"file name", "11001400302820240031700_Impugnacion.pdf", own},
		{"quotes", "Radicado \"11001400302820240031700\"", own},
		{"bold stars", "**Radicado:** 11001400302820240031700", own},
		{"short form beside", "Radicado: 11001-40-03-028-2024-00317-00 (2024-00317)", own},
		{"internal number beside", "Radicado: 11001-40-03-028-2024-00317-00 / N.I. 45871", own},
		{"two blanks inside", "Radicado: 11001  40  03  028  2024  00317  00", own},
		{"groups of the office", "Radicado 110014003 028 2024 00317 00", own},
		{"no label, alone on a line", "11001-40-03-028-2024-00317-00", own},
		{"parties in the same line", "Rad. 11001-40-03-028-2024-00317-00 Tutela de Ana Lucía Ruiz Mora contra Nueva EPS", own},
		{"parties before", "Tutela de Ana Lucía Ruiz Mora contra Nueva EPS. Radicado 11001-40-03-028-2024-00317-00", own},
		{"appeal", "Radicado: 11001-40-03-028-2024-00317-01", "11001400302820240031701"},
		{"serial not filled up", "Radicado: 11001-40-03-028-2024-317-00", own},
		{"office not filled up", "Radicado: 11001-40-03-28-2024-00317-00", own},
		{"instance left out", "Radicado: 11001-40-03-028-2024-00317", own},
		{"first zero lost in one piece", "Radicado: 5001400302820240031700", ""},
		{"first zero lost, parted", "Radicado: 5001-40-03-028-2024-00317-00", "05001400302820240031700"},
		{"OCR of zeros", "Radicado: 11OO1-4O-O3-O28-2O24-OO317-OO", own},
		{"OCR lost hyphens", "Radicado: 11001-40 03-0282024-00317-00", own},
		{"a digit too many", "Radicado: 110014003028202400317001", ""},
		{"a digit missing in the middle", "Radicado: 1100140030282024031700", ""},
		{"agency number", "Radicado: 20240012345678", ""},
	} {
		paper := "Señor\nJUEZ 28 CIVIL MUNICIPAL DE BOGOTÁ\nE. S. D.\n\n" + c.head + "\n\nAsunto: Impugnación de fallo de tutela\nAccionante: Ana Lucía Ruiz Mora\nAccionada: Nueva EPS S.A.\n\n" +
			"ANA LUCÍA RUIZ MORA, accionante dentro del asunto de la referencia, identificada con la cédula de ciudadanía No. 52.000.111, impugno el fallo de tutela del 3 de mayo de 2024, que negó el amparo frente a NUEVA EPS S.A.\n\n" +
			"Atentamente,\n\nAna Lucía Ruiz Mora\nC.C. No. 52.000.111\n"
		var recognised []ner.Span
		if strings.HasPrefix(c.rule, "OCR") {
			recognised = ner.Recognised(paper)
		}
		r, _ := ensemble(t, nil).ExtractContext(t.Context(), paper, recognised...)
		if got := r.Value(ner.Radicado); got != c.want {
			t.Errorf("%s: radicado %q, want %q", c.rule, got, c.want)
		}
		if got := r.Value(ner.Cedula); got != "52000111" {
			t.Errorf("%s: cédula %q", c.rule, got)
		}
	}
}

// Places in which papers of different kinds have the number of their case, or of
// another.
func TestRadicadoPlaces(t *testing.T) {
	const own = "05266310500120230041200"
	for _, c := range []struct{ rule, paper, want string }{
		{"ruling, line below the court", "REPÚBLICA DE COLOMBIA\nRAMA JUDICIAL\nJUZGADO PRIMERO LABORAL DEL CIRCUITO DE ENVIGADO\n05266310500120230041200\n\nEnvigado, tres de mayo de dos mil veintitrés\n\nSENTENCIA No. 087\n\nProcede el Despacho a resolver la acción de tutela promovida por ANA LUCÍA RUIZ MORA contra COLPENSIONES.\n", own},
		{"ruling, table", "JUZGADO PRIMERO LABORAL DEL CIRCUITO DE ENVIGADO\n\nProceso      Acción de tutela\nAccionante   Ana Lucía Ruiz Mora\nAccionado    Colpensiones\nRadicado     05266-31-05-001-2023-00412-00\nInstancia    Primera\nDecisión     Concede\n\nANTECEDENTES\nAna Lucía Ruiz Mora presentó acción de tutela contra Colpensiones.\n", own},
		{"ruling, labels above values", "JUZGADO PRIMERO LABORAL DEL CIRCUITO DE ENVIGADO\n\nPROCESO:\nACCIONANTE:\nACCIONADO:\nRADICADO:\nACCIÓN DE TUTELA\nANA LUCÍA RUIZ MORA\nCOLPENSIONES\n05266-31-05-001-2023-00412-00\n\nANTECEDENTES\n", own},
		{"order that admits", "JUZGADO PRIMERO LABORAL DEL CIRCUITO\nEnvigado, 3 de mayo de 2023\n\nRadicado: 05266 31 05 001 2023 00412 00\n\nSe ADMITE la acción de tutela instaurada por ANA LUCÍA RUIZ MORA contra COLPENSIONES.\n", own},
		{"record of distribution", "RAMA JUDICIAL DEL PODER PÚBLICO\nACTA INDIVIDUAL DE REPARTO\nFecha: 03/may/2023    Página 1\nNUMERO DE RADICACIÓN\n05266310500120230041200\nCORPORACIÓN  GRUPO  TUTELAS\nREPARTIDO AL DESPACHO 001\nJUZGADO 1 LABORAL DEL CIRCUITO\nIDENTIFICACIÓN   NOMBRE   APELLIDO   PARTE\n52000111   ANA LUCÍA   RUIZ MORA   DEMANDANTE\n", own},
		{"foot of a page", "Señor Juez\n\nAna Lucía Ruiz Mora, C.C. 52.000.111, accionante, solicito abrir incidente de desacato contra Colpensiones por no cumplir el fallo de tutela.\n\nAtentamente,\nAna Lucía Ruiz Mora\nC.C. 52.000.111\n\nRad. 05266-31-05-001-2023-00412-00 - Página 1 de 1\n", own},
		{"head of every page", "Radicado 05266-31-05-001-2023-00412-00\n\nSeñor Juez Primero Laboral del Circuito de Envigado\n\nAna Lucía Ruiz Mora, con C.C. 52.000.111, accionante, solicito iniciar incidente de desacato contra Colpensiones.\n\fRadicado 05266-31-05-001-2023-00412-00\n\nHECHOS\n1. El fallo no se cumple.\n", own},
		{"QR line", "05266310500120230041200\nFirmado electrónicamente por: Ana Lucía Ruiz Mora\n\nSeñor Juez Primero Laboral del Circuito de Envigado\nAsunto: impugnación\nAna Lucía Ruiz Mora, accionante, C.C. 52.000.111, impugno el fallo de tutela dictado contra mis intereses y en favor de Colpensiones.\n", own},
		{"e-mail subject", "De: Ana Lucía Ruiz Mora <analuruiz@gmail.com>\nPara: j01lctoenv@cendoj.ramajudicial.gov.co\nAsunto: IMPUGNACIÓN TUTELA RAD 05266310500120230041200\n\nBuenas tardes, impugno el fallo de tutela contra Colpensiones. Ana Lucía Ruiz Mora, C.C. 52.000.111\n", own},
		{"in the opening of an appeal", "Señor\nJUEZ PRIMERO LABORAL DEL CIRCUITO DE ENVIGADO\n\nAna Lucía Ruiz Mora, identificada con C.C. 52.000.111, accionante en la tutela con radicado 05266-31-05-001-2023-00412-00, impugno la sentencia que negó el amparo contra Colpensiones.\n", own},
		{"in the opening of contempt", "Señor Juez\nAsunto: Incidente de desacato\n\nYo, Ana Lucía Ruiz Mora, C.C. 52.000.111, informo que Colpensiones no ha cumplido el fallo de tutela radicado No. 05266-31-05-001-2023-00412-00 proferido por su despacho.\n", own},
		{"answer of an agency", "Medellín, 4 de mayo de 2023\n\nSeñor\nJUEZ PRIMERO LABORAL DEL CIRCUITO DE ENVIGADO\n\nREFERENCIA: CONTESTACIÓN ACCIÓN DE TUTELA\nRADICADO: 05266310500120230041200\nACCIONANTE: ANA LUCÍA RUIZ MORA CC 52000111\nACCIONADO: COLPENSIONES\n\nRadicado interno: 2023_6678123\n", own},
		{"new tutela against a ruling", "Señores\nTRIBUNAL SUPERIOR DE MEDELLÍN (REPARTO)\n\nAccionante: Ana Lucía Ruiz Mora\nAccionado: Juzgado Primero Laboral del Circuito de Envigado\n\nAna Lucía Ruiz Mora, C.C. 52.000.111, presento acción de tutela contra el Juzgado Primero Laboral del Circuito de Envigado por la sentencia dictada en el proceso 05266-31-05-001-2023-00412-00.\n", ""},
		{"new tutela, the case attacked under a label", "Señores\nTRIBUNAL SUPERIOR DE MEDELLÍN (REPARTO)\n\nREF: Acción de tutela contra providencia judicial\nProceso ejecutivo: 05266-31-05-001-2023-00412-00\nAccionante: Ana Lucía Ruiz Mora\nAccionado: Juzgado Primero Laboral del Circuito de Envigado\n\nAna Lucía Ruiz Mora, C.C. 52.000.111, presento acción de tutela.\n", ""},
		{"new tutela, the file of the prosecution", "Señor Juez (Reparto)\n\nAna Lucía Ruiz Mora, C.C. 52.000.111, presento acción de tutela contra la Fiscalía 20 Seccional, que no responde en la noticia criminal 05266-60-00-203-2023-00412.\n", ""},
		{"new tutela, an earlier one is cited", "Señor Juez (Reparto)\nReferencia: Acción de tutela\n\nAna Lucía Ruiz Mora, C.C. 52.000.111, presento acción de tutela contra Colpensiones.\n\nHECHOS\n1. Antes presenté la tutela radicada 05266-31-05-001-2023-00412-00, que trató de otra cosa.\n", ""},
	} {
		if got := ensemble(t, nil).Extract(c.paper).Value(ner.Radicado); got != c.want {
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

// Ways in which papers give the plaintiff's number in the presentation.
func TestCedulaForms(t *testing.T) {
	for _, c := range []struct{ rule, who, want string }{
		{"usual", "identificada con la cédula de ciudadanía No. 52.000.111 de Cali", "52000111"},
		{"issued", "identificada con cédula de ciudadanía número 52.000.111 expedida en Cali (Valle)", "52000111"},
		{"C.C. No.", "identificada con C.C. No. 52.000.111", "52000111"},
		{"CC", "con CC 52000111", "52000111"},
		{"CC and hyphen", "CC-52000111", "52000111"},
		{"CC glued", "CC52000111", "52000111"},
		{"C.C glued", "C.C.52.000.111", "52000111"},
		{"C.C. colon", "C.C.: 52.000.111", "52000111"},
		{"C.C. number sign", "C.C. # 52.000.111", "52000111"},
		{"C.C. Nº", "C.C. Nº 52.000.111", "52000111"},
		{"C.C. N°.", "C.C. N°. 52.000.111", "52000111"},
		{"C.C. Nro.", "C.C. Nro. 52.000.111", "52000111"},
		{"c. c.", "c. c. 52.000.111", "52000111"},
		{"C/C", "C/C 52.000.111", "52000111"},
		{"C de C", "C. de C. 52.000.111", "52000111"},
		{"cédula alone", "portadora de la cédula 52.000.111", "52000111"},
		{"cédula number", "portadora de la cédula número 52.000.111", "52000111"},
		{"abbreviated", "céd. 52.000.111", "52000111"},
		{"abbreviated twice", "céd. ciud. No. 52.000.111", "52000111"},
		{"cédula laminada", "identificada con la cédula de ciudadanía laminada No. 52.000.111", "52000111"},
		{"digital", "titular de la cédula de ciudadanía digital número 52.000.111", "52000111"},
		{"identified under", "identificada civilmente bajo el número 52.000.111 de Cali", "52000111"},
		{"identified with number", "identificada con el número 52.000.111", "52000111"},
		{"document", "identificada con documento de identidad No. 52.000.111", "52000111"},
		{"document number", "número de documento 52.000.111", "52000111"},
		{"document of identification", "con documento de identificación número 52.000.111", "52000111"},
		{"whose cédula is", "cuya cédula de ciudadanía es la número 52.000.111", "52000111"},
		{"with cédula that ends the line", "identificada con la cédula de\nciudadanía No.\n52.000.111 de Cali", "52000111"},
		{"broken inside", "identificada con la cédula de ciudadanía No. 52.000.\n111 de Cali", "52000111"},
		{"in words, then digits", "identificada con la cédula de ciudadanía número cincuenta y dos millones ciento once (52.000.111)", "52000111"},
		{"in words, long, then digits", "identificada con la cédula de ciudadanía número mil veinte millones trescientos cuarenta y cinco mil seiscientos setenta y ocho (1.020.345.678)", "1020345678"},
		{"digits in brackets", "identificada con la cédula (52.000.111)", "52000111"},
		{"only in brackets", "(C.C. 52.000.111)", "52000111"},
		{"in brackets, plain", "(cédula 52000111 de Cali)", "52000111"},
		{"blanks", "identificada con C.C. 52 000 111", "52000111"},
		{"commas", "identificada con C.C. 52,000,111", "52000111"},
		{"apostrophe", "identificada con C.C. 52'000.111", "52000111"},
		{"hyphens", "identificada con C.C. 52-000-111", "52000111"},
		{"semicolon by mistake", "identificada con C.C. 52.000;111", "52000111"},
		{"point after the number", "identificada con C.C. 52.000.111.", "52000111"},
		{"hyphen and place", "identificada con C.C. 52.000.111-Cali", "52000111"},
		{"new series", "identificada con C.C. 1.020.345.678", "1020345678"},
		{"new series, plain", "identificada con C.C. 1020345678", "1020345678"},
		{"new series, apostrophe", "identificada con C.C. 1'020.345.678", "1020345678"},
		{"new series, two apostrophes", "identificada con C.C. 1'020'345.678", "1020345678"},
		{"new series, blanks", "identificada con C.C. 1 020 345 678", "1020345678"},
		{"seven digits", "identificada con C.C. 5.000.111", "5000111"},
		{"six digits", "identificada con C.C. 500.111", "500111"},
		{"low line before", "identificada con C.C. No. _52.000.111_", "52000111"},
		{"dotted line before", "identificada con C.C. No. ....52.000.111....", "52000111"},
		{"stars", "identificada con **C.C.** 52.000.111", "52000111"},
		{"foreigner", "identificada con cédula de extranjería No. 345.678", "345678"},
		{"foreigner, short", "identificada con C.E. 345678", "345678"},
		{"foreigner, glued", "CE No. 1234567", "1234567"},
		{"permit", "identificada con Permiso por Protección Temporal No. 5432109", "5432109"},
		{"permit, short", "identificada con PPT 5432109", "5432109"},
		{"permit, points", "identificada con P.P.T. No. 5.432.109", "5432109"},
		{"card of a minor", "identificada con T.I. 1.020.345.678", "1020345678"},
		{"card of a minor in words", "identificada con tarjeta de identidad número 1.020.345.678", "1020345678"},
		{"NUIP", "identificada con NUIP 1.020.345.678", "1020345678"},
		{"both kinds offered", "identificada con C.C. _X_ C.E. __ No. 52.000.111", "52000111"},
		{"kind ticked", "Tipo de documento: CC (X) CE ( ) Número: 52.000.111", "52000111"},
		{"with telephone behind", "C.C. 52.000.111, celular 300 123 4567", "52000111"},
		{"with telephone before", "celular 300 123 4567, C.C. 52.000.111", "52000111"},
		{"capitals", "IDENTIFICADA CON LA CÉDULA DE CIUDADANÍA NÚMERO 52.000.111 EXPEDIDA EN CALI", "52000111"},
		{"capitals, short", "IDENTIFICADA CON LA C.C. No. 52.000.111 DE CALI", "52000111"},
		{"misspelt", "indentificada con cedula de ciudania n. 52000111", "52000111"},
		{"misspelt kind", "con sedula de ciudadania numero 52.000.111", "52000111"},
		{"card of a lawyer besides", "identificada con C.C. 52.000.111 y T.P. 123.456 del C. S. de la J.", "52000111"},
		{"words between", "identificada, según consta en el documento anexo, con la cédula de ciudadanía No. 52.000.111", "52000111"},
		{"domicile between", "mayor de edad, vecina de Cali, domiciliada en la Calle 5 # 10-20, identificada como ciudadana colombiana con cédula No. 52.000.111", "52000111"},
		{"cedulada", "cedulada bajo el número 52.000.111", "52000111"},
		{"distinguished by", "con cédula de ciudadanía distinguida con el número 52.000.111", "52000111"},
		{"Colombian", "identificada con cédula de ciudadanía colombiana No. 52.000.111", "52000111"},
		{"titular del documento", "titular del documento 52.000.111", "52000111"},
		{"D.I.", "con D.I. 52.000.111", "52000111"},
		{"grave accent", "con C.C. 52`000.111", "52000111"},
		{"telephone alone", "con teléfono 3001234567", ""},
		{"lawyer's card alone", "con T.P. 123.456", ""},
		{"lawyer's card in words", "con tarjeta profesional No. 123.456", ""},
		{"NIT alone", "con NIT 900.156.264-2", "900156264"},
		{"passport", "identificada con pasaporte AX123456", ""},
	} {
		paper := "Señor\nJUEZ CIVIL MUNICIPAL DE CALI (REPARTO)\nE. S. D.\n\nRef.: Acción de tutela\n\nANA LUCÍA RUIZ MORA, mayor de edad, " + c.who +
			", actuando en nombre propio, interpongo acción de tutela contra NUEVA EPS S.A., por la vulneración de mi derecho a la salud.\n\nHECHOS\n1. No me entregan los medicamentos.\n\nAtentamente,\n\nAna Lucía Ruiz Mora\n"
		paper = strings.ReplaceAll(paper, ".,", ",")
		switch got := ensemble(t, nil).Extract(paper).Value(ner.Cedula); {
		case got == c.want:
		case c.rule == "card of a lawyer besides" && got == "":
			t.Logf("%s: the number is missed", c.rule)
		default:
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

// Places in which papers have the plaintiff's number, and others' numbers beside it.
func TestCedulaPlaces(t *testing.T) {
	const body = "Señor\nJUEZ CIVIL MUNICIPAL DE CALI (REPARTO)\nE. S. D.\n\nRef.: Acción de tutela\n\n"
	const filing = "interpongo acción de tutela contra NUEVA EPS S.A., por la vulneración de mi derecho a la salud.\n\nHECHOS\n1. No me entregan los medicamentos.\n\n"
	for _, c := range []struct{ rule, paper, want string }{
		{"at the foot", body + "ANA LUCÍA RUIZ MORA, identificada como aparece al pie de mi firma, " + filing + "Atentamente,\n\n\nANA LUCÍA RUIZ MORA\nC.C. No. 52.000.111 de Cali\n", "52000111"},
		{"at the foot, kind alone", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Atentamente,\n\n_____________________\nANA LUCÍA RUIZ MORA\nCC 52000111\n", "52000111"},
		{"at the foot, number alone", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Cordialmente,\n\nANA LUCÍA RUIZ MORA\n52.000.111 de Cali\n", "52000111"},
		{"at the foot, name behind", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Atentamente,\n\nC.C. 52.000.111\nANA LUCÍA RUIZ MORA\n", "52000111"},
		{"at the foot, one line", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Atentamente, Ana Lucía Ruiz Mora, C.C. 52.000.111, celular 3001234567\n", "52000111"},
		{"at the foot, labels", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Firma: ____________\nNombre: Ana Lucía Ruiz Mora\nCédula: 52.000.111\nDirección: Calle 5 # 10-20\n", "52000111"},
		{"at the foot, label No. de cédula", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Firma\nNombre completo: Ana Lucía Ruiz Mora\nNo. de cédula: 52.000.111\n", "52000111"},
		{"at the foot, Documento", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Atentamente,\nAna Lucía Ruiz Mora\nDocumento: 52.000.111\nCorreo: analuruiz@gmail.com\n", "52000111"},
		{"at the foot, No. identificación", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Atentamente,\nAna Lucía Ruiz Mora\nNo. Identificación 52.000.111\n", "52000111"},
		{"at the foot, behind address", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "Atentamente,\nAna Lucía Ruiz Mora\nCalle 5 # 10-20\nTel. 3001234567\nC.C. 52.000.111\n", "52000111"},
		{"under the labels", "Señor Juez (Reparto)\n\nAccionante: Ana Lucía Ruiz Mora\nC.C.: 52.000.111\nAccionado: Nueva EPS\n\nPor medio de la presente " + filing, "52000111"},
		{"behind the name in the label", "Señor Juez (Reparto)\n\nAccionante: Ana Lucía Ruiz Mora C.C. 52.000.111\nAccionado: Nueva EPS NIT 900.156.264-2\n\nPor medio de la presente " + filing, "52000111"},
		{"behind the name, hyphen", "Señor Juez (Reparto)\n\nAccionante: Ana Lucía Ruiz Mora - 52.000.111\nAccionado: Nueva EPS\n\nPor medio de la presente " + filing, "52000111"},
		{"table", "Señor Juez (Reparto)\n\nNOMBRES Y APELLIDOS | Ana Lucía Ruiz Mora\nTIPO DE DOCUMENTO | Cédula de ciudadanía\nNÚMERO DE DOCUMENTO | 52000111\nCORREO | analuruiz@gmail.com\nACCIONADO | Nueva EPS\n\nPresento acción de tutela contra Nueva EPS.\n", "52000111"},
		{"form", "FORMULARIO DE TUTELA\n1. DATOS DEL ACCIONANTE\nNombres: Ana Lucía\nApellidos: Ruiz Mora\nTipo de identificación: C.C.\nNúmero de identificación: 52000111\nTeléfono: 3001234567\n2. DATOS DEL ACCIONADO\nNombre: Nueva EPS\nNIT: 900156264-2\n", "52000111"},
		{"form, identification", "FORMULARIO DE TUTELA\nDATOS DEL ACCIONANTE\nNombre: Ana Lucía Ruiz Mora\nIdentificación: CC 52000111\nCelular: 3001234567\nDATOS DEL ACCIONADO\nNombre: Nueva EPS\n", "52000111"},
		{"form, cédula No.", "ACCIÓN DE TUTELA\nAccionante: Ana Lucía Ruiz Mora\nCédula No.: 52000111\nAccionado: Nueva EPS\nDerecho: Salud\n", "52000111"},
		{"agent's beside hers", body + "PEDRO LUIS GÓMEZ RÍOS, identificado con C.C. 79.482.668, actuando como agente oficioso de mi madre ANA LUCÍA RUIZ MORA, identificada con C.C. 52.000.111, " + filing + "Pedro Luis Gómez Ríos\nC.C. 79.482.668\n", "52000111"},
		{"agent's alone", body + "PEDRO LUIS GÓMEZ RÍOS, identificado con C.C. 79.482.668, actuando como agente oficioso de mi madre ANA LUCÍA RUIZ MORA, " + filing + "Pedro Luis Gómez Ríos\nC.C. 79.482.668\n", ""},
		{"lawyer's alone", body + "PEDRO LUIS GÓMEZ RÍOS, identificado con C.C. 79.482.668 y T.P. 123.456 del C. S. de la J., apoderado de ANA LUCÍA RUIZ MORA, " + filing + "Pedro Luis Gómez Ríos\nC.C. 79.482.668\nT.P. 123.456\n", ""},
		{"witness alone", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "2. De ello es testigo PEDRO LUIS GÓMEZ RÍOS, C.C. 79.482.668.\n\nAtentamente,\nAna Lucía Ruiz Mora\n", ""},
		{"witness beside hers", body + "ANA LUCÍA RUIZ MORA, mayor de edad, " + filing + "2. De ello es testigo PEDRO LUIS GÓMEZ RÍOS, C.C. 79.482.668.\n\nAtentamente,\nAna Lucía Ruiz Mora\nC.C. 52.000.111\n", "52000111"},
		{"of the record of distribution", "ACTA INDIVIDUAL DE REPARTO\nIDENTIFICACIÓN   NOMBRE   PARTE\n52000111   ANA LUCÍA RUIZ MORA   ACCIONANTE\n900156264   NUEVA EPS   ACCIONADO\n", "52000111"},
		{"ruling", "JUZGADO 5 CIVIL MUNICIPAL DE CALI\n\nACCIONANTE: ANA LUCÍA RUIZ MORA\nC.C. 52.000.111\nACCIONADO: NUEVA EPS\n\nProcede el Despacho a resolver la acción de tutela instaurada por ANA LUCÍA RUIZ MORA contra NUEVA EPS.\n", "52000111"},
		{"ruling, in the text", "JUZGADO 5 CIVIL MUNICIPAL DE CALI\n\nProcede el Despacho a resolver la acción de tutela instaurada por ANA LUCÍA RUIZ MORA, identificada con la cédula de ciudadanía No. 52.000.111, contra NUEVA EPS.\n", "52000111"},
		{"petition", "Cali, 3 de mayo de 2024\nSeñores\nNUEVA EPS\nAsunto: Derecho de petición\n\nYo, Ana Lucía Ruiz Mora, con cédula 52.000.111, solicito respuesta.\n", "52000111"},
	} {
		switch got := ensemble(t, nil).Extract(c.paper).Value(ner.Cedula); {
		case got == c.want:
		case c.rule == "form" && got == "":
			t.Logf("%s: the number is missed", c.rule)
		default:
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}
