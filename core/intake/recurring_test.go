package intake_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

func TestRecurringFindsOtherFormsOfAName(t *testing.T) {
	h := newHouse(t, nil)
	names := map[string]string{} // of documents, by ID
	ids := map[string]string{}
	for _, d := range []struct{ name, plaintiff, cedula, agent, text string }{
		{"short", "Ana López", "52.418.903", "", ""},
		{"long", "Ana López Ruiz", "", "", ""},
		{"equal", "LOPEZ RUIZ ANA", "", "", ""},
		{"of another", "Ana López", "1.111.111", "", ""},
		{"longer", "Ana López Ruiz Gil", "", "", ""},
		{"given", "Ana María López", "", "", ""},
		{"brother", "Luis López Ruiz", "", "", ""},
		{"mentioned", "Eva Gil", "", "", "La vecina Ana López Ruiz lo vio."},
		{"with others", "Eva Gil; Ana López", "30.111.222; 52418903", "", ""},
		{"child", "Mateo Pineda Rojas", "", "Rosalba Pineda Cáceres", "Rosalba Pineda Cáceres, madre de Mateo Pineda Rojas"},
		{"sister", "Sara Pineda Rojas", "", "Rosalba Pineda Cáceres", "Rosalba Pineda Cáceres, madre de Sara Pineda Rojas"},
		{"mother", "ROSALBA PINEDA CACERES", "40.218.773", "", ""},
		{"client", "Inés Mora", "", "", "Rosalba Pineda Cáceres, abogada de Inés Mora"},
	} {
		h.clock.advance(time.Second)
		doc := document.Document{ID: h.clock.NewID(), FileName: d.name, Status: document.Processed, Type: document.Tutela, Plaintiff: d.plaintiff,
			Cedula: d.cedula, Text: d.text, CreatedAt: h.clock.Now()}
		for f, v := range map[ner.Field]string{ner.Agent: d.agent, ner.Attorney: map[string]string{"client": "Rosalba Pineda Cáceres"}[d.name]} {
			if v != "" {
				doc.Entities = append(doc.Entities, document.Entity{Entity: ner.Entity{Field: f, Value: v}})
			}
		}
		if err := h.Documents().Create(t.Context(), doc); err != nil {
			t.Fatal(err)
		}
		names[doc.ID], ids[d.name] = d.name, doc.ID
	}
	for _, c := range []struct {
		name, of string
		person   document.Person
		want     string // the latest first
	}{
		{"one surname fewer, the same cédula", "long", document.Person{Plaintiff: "Ana López Ruiz", Cedula: "52418903"}, "with others, longer, equal, short"},
		{"one surname fewer, without a cédula", "long", document.Person{Plaintiff: "Ana López Ruiz"}, "with others, longer, of another, equal, short"},
		{"one surname fewer, another cédula", "long", document.Person{Plaintiff: "Ana López Ruiz", Cedula: "9.999.999"}, "longer, equal"},
		{"one surname more", "short", document.Person{Plaintiff: "ana lopez", Cedula: "52.418.903"}, "with others, of another, equal, long"},
		{"the document's own cédula", "of another", document.Person{Plaintiff: "Ana López"}, "with others, equal, long, short"},
		{"the child's agent", "child", document.Person{Plaintiff: "Mateo Pineda Rojas"}, "mother, sister"},
		{"the agent's children", "mother", document.Person{Plaintiff: "Rosalba Pineda Cáceres"}, "sister, child"},
		{"agents of a document of somebody else", "child", document.Person{Plaintiff: "Eva Gil"}, "with others, mentioned"},
		{"nobody", "child", document.Person{Plaintiff: " ; "}, ""},
		{"one word", "child", document.Person{Plaintiff: "Rosalba"}, ""},
	} {
		found, err := h.service.Recurring(t.Context(), clerk, ids[c.of], c.person)
		var got []string
		for _, d := range found.Plaintiff.Items {
			got = append(got, names[d.ID])
		}
		if strings.Join(got, ", ") != c.want || found.Plaintiff.Total != len(got) || err != nil {
			t.Errorf("%s: %q of %d, want %q (%v)", c.name, got, found.Plaintiff.Total, c.want, err)
		}
	}
}
