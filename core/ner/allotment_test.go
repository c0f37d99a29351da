package ner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// An acta de reparto names a party a row, and the court that gets the case.
func TestActasDeReparto(t *testing.T) {
	const head = "REPÚBLICA DE COLOMBIA\nRAMA JUDICIAL\nACTA INDIVIDUAL DE REPARTO\nFecha: 17/nov./2026   Página 1\n"
	for _, c := range []struct {
		rule, text string
		want       map[ner.Field]string
	}{
		{"parts by their numbers, the court below the headings", head + `CORPORACIÓN                GRUPO ACCIONES DE TUTELA
JUZGADOS MUNICIPALES DE PASTO
REPARTIDO AL DESPACHO      CD. DESP   SECUENCIA:   FECHA DE REPARTO
JUZGADO 003 CIVIL MUNICIPAL DE PASTO   003   41555   17/11/2026 10:22:41a.m.
IDENTIFICACIÓN    NOMBRE            APELLIDO           PARTE
59555123          LUZ ANGÉLICA      BURBANO ERASO      01 *~
800130907         SALUD TOTAL EPS-S S.A.               02 *~
FUNCIONARIO DE REPARTO: lmora            EMPLEADO`,
			map[ner.Field]string{ner.Plaintiff: "Luz Angélica Burbano Eraso", ner.Cedula: "59555123", ner.Defendant: "SALUD TOTAL EPS-S S.A.", ner.Court: "Juzgado 3 Civil Municipal de Pasto", ner.Acta: "41555"}},
		{"parts by their names, the level of the court first", head + `NÚMERO DESPACHO: 012    SECUENCIA: 6366014    FECHA REPARTO: 9/11/2026 9:18:33 a. m.
REPARTIDO AL DESPACHO: JUZGADO CIRCUITO - LABORAL 012 CALI
JUEZ / MAGISTRADO: ANDREA MONTES
TIPO ID    IDENTIFICACIÓN    NOMBRE    APELLIDO    PARTE
CÉDULA DE CIUDADANIA   31555630   MARIA LUDIVIA   OSORIO TABARES   DEMANDANTE/ACCIONANTE
NIT   900156264   NUEVA EPS S.A.      DEMANDADO/INDICIADO/CAUSANTE
ARCHIVOS ADJUNTOS
1  01Tutela.pdf   8C2A11F0
b6f0a7de-55aa-4c10-9f2e-1d0c5550a001`,
			map[ner.Field]string{ner.Plaintiff: "Maria Ludivia Osorio Tabares", ner.Cedula: "31555630", ner.Defendant: "NUEVA EPS S.A.", ner.Court: "Juzgado 12 Laboral del Circuito de Cali", ner.Acta: "6366014"}},
		{"a town's acta with its year", `JUZGADO PRIMERO PROMISCUO MUNICIPAL
ACTA DE REPARTO CIVIL No. 0148-2026
En San Gil, a los diez (10) días del mes de noviembre de 2026, se someten a reparto los siguientes asuntos:
ACCIONANTE: BLANCA TARAZONA PEÑALOZA - C.C. 37.555.088
REPARTIDO AL JUZGADO 2 PROMISCUO MUNICIPAL DE SAN GIL`,
			map[ner.Field]string{ner.Plaintiff: "Blanca Tarazona Peñaloza", ner.Cedula: "37555088", ner.Court: "Juzgado 2 Promiscuo Municipal de San Gil", ner.Acta: "0148-2026"}},
		{"numbers of the court and of the page are not the acta's", `ACTA DE REPARTO JUZGADO CIVIL MUNICIPAL No. 5   Página No. 1
ACCIONANTE: BLANCA TARAZONA PEÑALOZA - C.C. 37.555.088
REPARTIDO AL JUZGADO 5 CIVIL MUNICIPAL DE SAN GIL`,
			map[ner.Field]string{ner.Plaintiff: "Blanca Tarazona Peñaloza", ner.Cedula: "37555088", ner.Court: "Juzgado 5 Civil Municipal de San Gil"}},
		{"a name that was misread", "ACTA DE REPART0 N. 148\nACCIONANTE: BLANCA TARAZONA PEÑALOZA - C.C. 37.555.088",
			map[ner.Field]string{ner.Plaintiff: "Blanca Tarazona Peñaloza", ner.Cedula: "37555088", ner.Acta: "148"}},
		{"a name that ends the paper", "ACCIONANTE: BLANCA TARAZONA PEÑALOZA - C.C. 37.555.088\nACTA DE REPARTO",
			map[ner.Field]string{ner.Plaintiff: "Blanca Tarazona Peñaloza", ner.Cedula: "37555088"}},
		{"the number of a page", "ACTA INDIVIDUAL DE REPARTO Página No. 1\nACCIONANTE: BLANCA TARAZONA PEÑALOZA - C.C. 37.555.088",
			map[ner.Field]string{ner.Plaintiff: "Blanca Tarazona Peñaloza", ner.Cedula: "37555088"}},
		{"a company that sues, which has no cédula", head + `REPARTIDO AL JUZGADO 2 PROMISCUO MUNICIPAL DE SAN GIL
IDENTIFICACIÓN    NOMBRE    APELLIDO    PARTE
900555123   TRANSPORTES LA PERLA S.A.S.      DEMANDANTE
890201900   MUNICIPIO DE SAN GIL      DEMANDADO`,
			map[ner.Field]string{ner.Plaintiff: "TRANSPORTES LA PERLA S.A.S.", ner.Defendant: "MUNICIPIO DE SAN GIL", ner.Court: "Juzgado 2 Promiscuo Municipal de San Gil"}},
	} {
		got := ensemble(t, nil).Extract(c.text)
		for _, f := range []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Court, ner.Acta} {
			if v := got.Filled(f); !strings.EqualFold(v, c.want[f]) {
				t.Errorf("%s: %s is %q, want %q", c.rule, f, v, c.want[f])
			}
		}
	}
}

// Who writes an answer, or is a court, gives an address that is not the plaintiff's: it is not told, or in doubt.
func TestAddressesOfWhoeverWritesAreNotThePlaintiffs(t *testing.T) {
	for rule, text := range map[string]string{
		"the lawyer of who is sued": `Señores
JUZGADO 5 CIVIL MUNICIPAL DE BUCARAMANGA
REFERENCIA: RESPUESTA ACCIÓN DE TUTELA
ACCIONANTE: LUZ ANGÉLICA BURBANO ERASO
ACCIONADO: SALUD TOTAL EPS-S S.A.

CAROLINA NIÑO ACEVEDO, apoderada judicial de SALUD TOTAL EPS-S S.A., doy respuesta a la tutela de la referencia.

PETICIÓN
Denegar el amparo.

Notificaciones: notificaciones@saludtotal.example.com, Carrera 18 No. 109-15 Bogotá, celular 310 555 0144.`,
		"a public body that reports": `ALCALDÍA DE SOACHA
SECRETARÍA DE EDUCACIÓN

Doctora
SECRETARIA DEL JUZGADO SEGUNDO CIVIL MUNICIPAL DE SOACHA

PROCESO      TUTELA
ACCIONANTE   LUZ ANGÉLICA BURBANO ERASO
ACCIONADO    SECRETARÍA DE EDUCACIÓN DE SOACHA

La Oficina Jurídica rinde el informe pedido en el auto del 12 de noviembre.

Atentamente,

MIGUEL ÁNGEL SUSA FONSECA
Calle 13 No. 7-30 Soacha - juridica@soacha.example.com - Tel 601 555 0177`,
		"a court that notifies": `JUZGADO CUARTO DE FAMILIA DE MANIZALES
Palacio de Justicia, Carrera 23 No. 21-48 piso 5
j04fam@despacho.example.com

OFICIO No. 1555

Señor
REPRESENTANTE LEGAL
NUEVA EPS S.A.

ACCIONANTE: LUZ ANGÉLICA BURBANO ERASO
ACCIONADO: NUEVA EPS S.A.

Comedidamente le notifico que en auto de la fecha se admitió la tutela de la referencia.`,
	} {
		got := ensemble(t, nil).Extract(text)
		if v := got.Value(ner.Plaintiff); v != "Luz Angélica Burbano Eraso" {
			t.Errorf("%s: the plaintiff is %q", rule, v)
		}
		for _, f := range []ner.Field{ner.Email, ner.PlaintiffAddress, ner.Phone} {
			inDoubt := slices.ContainsFunc(got.Assessments, func(a ner.Assessment) bool { return a.Field == f && a.IsDoubtful() })
			if v := got.Value(f); v != "" && !inDoubt {
				t.Errorf("%s: %s is %q", rule, f, v)
			}
		}
	}
}
