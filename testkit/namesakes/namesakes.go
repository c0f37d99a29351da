// Package namesakes has documents of people whose names resemble one another, and what a search
// for recurring filings must find among them.
package namesakes

import (
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// Documents returns the documents, oldest first: one second lies between them, beginning at
// start. newID makes their IDs, which ascend.
func Documents(start time.Time, newID func() string) (all []document.Document) {
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
		start = start.Add(time.Second)
		doc := document.Document{ID: newID(), FileName: d.name, Status: document.Processed, Type: document.Tutela, Plaintiff: d.plaintiff,
			Cedula: d.cedula, Text: d.text, CreatedAt: start}
		for f, v := range map[ner.Field]string{ner.Agent: d.agent, ner.Attorney: map[string]string{"client": "Rosalba Pineda Cáceres"}[d.name]} {
			if v != "" {
				doc.Entities = append(doc.Entities, document.Entity{Entity: ner.Entity{Field: f, Value: v}})
			}
		}
		all = append(all, doc)
	}
	return all
}

// Check searches for people of the documents that are stored.
func Check(t *testing.T, stored []document.Document, search func(id string, p document.Person) (document.Recurrence, error)) {
	t.Helper()
	ids := map[string]string{} // by name
	for _, d := range stored {
		ids[d.FileName] = d.ID
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
		found, err := search(ids[c.of], c.person)
		var got []string
		for _, d := range found.Plaintiff.Items {
			got = append(got, d.FileName)
		}
		if strings.Join(got, ", ") != c.want || found.Plaintiff.Total != len(got) || err != nil {
			t.Errorf("%s: %q of %d, want %q (%v)", c.name, got, found.Plaintiff.Total, c.want, err)
		}
	}
}
