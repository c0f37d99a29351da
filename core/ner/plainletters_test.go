package ner_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Letters without labels or headings, as people write who have no lawyer. A learned model decides who the
// parties are: one value may be missed.
func TestPlainLetters(t *testing.T) {
	e, wrong := ensemble(t, nil), 0
	for _, c := range []struct {
		name, text string
		want       map[ner.Field]string
	}{
		{"a number right behind the name", "Acción de tutela\nActor: Lucero Amparo Tique Bonza\nDemandado: Banco Popular\n\n1. En abril de 2026 me negaron un crédito.\n\nPido que el banco borre el reporte.\n\nLucero Amparo Tique Bonza, 38.562.914, Calle 4 # 12-30, Ibagué, 311 845 2093, luceroti@correo.com.co",
			map[ner.Field]string{ner.Plaintiff: "Lucero Amparo Tique Bonza", ner.Cedula: "38562914", ner.Email: "luceroti@correo.com.co"}},
		{"his document", "Buenos días señor juez. Mi nombre es Hernando Cubillos Rátiva y mi documento es 79.318.450. Demando por medio de esta tutela a la Secretaría de Tránsito de Villa del Rosario.\n\nMe pusieron una multa que no me notificaron. Quiero que la anulen.\n\nDatos: Vereda Potrero Grande, Tenjo / 320 471 8856 / hcubillos58@correo.com.co",
			map[ner.Field]string{ner.Plaintiff: "Hernando Cubillos Rátiva", ner.Cedula: "79318450", ner.Defendant: "Secretaría de Tránsito de Villa del Rosario", ner.Phone: "3204718856", ner.PlaintiffAddress: "Vereda Potrero Grande, Tenjo"}},
		{"what is asked names the defendant before the address", "Yo, Hernando Cubillos Rátiva, con c.c. 79.318.450, presento tutela contra Colpensiones.\n\nEn consecuencia solicito ordenar a Colpensiones que decida los recursos.\n\nCorreo: hcubillos58@correo.com.co. Tel: 320 471 8856. Dirección: Carrera 9 # 14-22, Tenjo.\n\nHernando Cubillos Rátiva",
			map[ner.Field]string{ner.Defendant: "Colpensiones", ner.Email: "hcubillos58@correo.com.co", ner.Phone: "3204718856", ner.PlaintiffAddress: "Carrera 9 # 14-22, Tenjo"}},
		{"in capitals", "ACCION DE TUTELA\n\nME LLAMO YURLEY KATHERINE OSPINO MEZA. LA EMPRESA CORTO EL AGUA DE MI CASA.\nCONTRA: EMDUPAR S.A. E.S.P.",
			map[ner.Field]string{ner.Plaintiff: "Yurley Katherine Ospino Meza"}},
		{"a complaint", "Yo Yurley Katherine Ospino Meza (CC 1.065.833.271) vengo a quejarme del Gimnasio Los Robles, que no quiere entregar los papeles de estudio.",
			map[ner.Field]string{ner.Plaintiff: "Yurley Katherine Ospino Meza", ner.Defendant: "Gimnasio Los Robles", ner.Cedula: "1065833271"}},
		{"a company through a lawyer of a rare name", "JULIÁN ANDRÉS ERASO TOBAR, abogado, con c.c. 98.396.517 y T.P. 187.224 del C.S.J., como apoderado de CONSTRUCTORA VALLE DEL GUÁITARA S.A.S., NIT 901.334.872-1, presento acción de tutela contra la GOBERNACIÓN DE NARIÑO.",
			map[ner.Field]string{ner.Plaintiff: "CONSTRUCTORA VALLE DEL GUÁITARA S.A.S.", ner.Attorney: "Julián Andrés Eraso Tobar", ner.Cedula: "901334872"}},
	} {
		r := e.Extract(c.text)
		for f, want := range c.want {
			if got := r.Value(f); got != want {
				t.Logf("%s: %s %q, want %q", c.name, f, got, want)
				wrong++
			}
		}
	}
	if wrong > 1 {
		t.Errorf("%d values are wrong", wrong)
	}
}
