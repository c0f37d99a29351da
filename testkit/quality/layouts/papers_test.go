package main

import (
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

func TestPartsHaveTheSameLayoutsAndOtherPeople(t *testing.T) {
	layouts, people := map[string][]string{}, map[string]map[string]bool{}
	for _, part := range []string{tuning, heldOut} {
		all, err := papers(part)
		if err != nil {
			t.Fatal(err)
		}
		people[part] = map[string]bool{}
		for _, p := range all {
			layouts[part] = append(layouts[part], p.Layout)
			if !slices.Contains(document.Types(), document.Type(p.Type)) {
				t.Errorf("%s/%s: unknown type %s", part, p.Layout, p.Type)
			}
			for _, f := range []ner.Field{ner.Plaintiff, ner.Agent, ner.Attorney} {
				for _, name := range p.Fields[f] {
					people[part][ner.Key(f, name)] = true
				}
			}
		}
	}
	if !slices.Equal(layouts[tuning], layouts[heldOut]) {
		t.Errorf("layouts to tune on %q, held-out %q", layouts[tuning], layouts[heldOut])
	}
	for name := range people[heldOut] {
		if people[tuning][name] {
			t.Errorf("%s is in both parts", name)
		}
	}
}

func TestOutcomeIsRight(t *testing.T) {
	for _, c := range []struct {
		rule      string
		field     ner.Field
		want, got []string
		right     bool
	}{
		{"nothing stated, nothing found", ner.Cedula, nil, nil, true},
		{"nothing stated, something found", ner.Cedula, nil, []string{"52555111"}, false},
		{"stated and not found", ner.Cedula, []string{"52555111"}, nil, false},
		{"all defendants, in another order", ner.Defendant, []string{"INPEC", "USPEC"}, []string{"USPEC", "INPEC"}, true},
		{"one defendant is missing", ner.Defendant, []string{"INPEC", "USPEC"}, []string{"INPEC"}, false},
		{"a heading in the name", ner.Defendant, []string{"COLPENSIONES"}, []string{"COLPENSIONES NOTIFICACIONES"}, false},
		{"one of several numbers", ner.Cedula, []string{"26555444", "11555222"}, []string{"11555222"}, true},
		{"the town after an address", ner.PlaintiffAddress, []string{"Calle 72 No. 28-40"}, []string{"Calle 72 No. 28-40, Cali"}, true},
		{"half an address", ner.PlaintiffAddress, []string{"Calle 72 No. 28-40 Torre 3"}, []string{"Calle 72 No. 28-40"}, false},
		{"a court by its number", ner.Court, []string{"Juzgado 5 Civil Municipal de Bucaramanga"}, []string{"Juzgado Quinto Civil Municipal de Bucaramanga"}, true},
		{"another court", ner.Court, []string{"Juzgado 5 Civil Municipal de Bucaramanga"}, []string{"Juzgado 6 Civil Municipal de Bucaramanga"}, false},
	} {
		if got := (outcome{field: c.field, want: c.want, got: c.got}).isRight(); got != c.right {
			t.Errorf("%s: %v", c.rule, got)
		}
	}
}
