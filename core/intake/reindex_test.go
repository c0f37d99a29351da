package intake_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

func TestReindexMakesWhatIsMissing(t *testing.T) {
	h := newHouse(t, nil)
	var ids []string
	for _, name := range []string{"Ana López Ruiz", "Luis Vega Ríos", "Eva Sanz Mora"} {
		d, err := h.service.Enter(t.Context(), clerk, document.Entry{TypeName: "tutela", Fields: map[document.Field]string{
			document.FieldActa: "A-" + name, document.FieldPlaintiff: name, document.FieldDefendant: "Nueva EPS", document.FieldCedula: "52418903"}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, d.ID)
	}
	if err := h.Index().Delete(t.Context(), ids[1]); err != nil {
		t.Fatal(err)
	}
	heard := 0
	reindex := func(all bool) int {
		made, err := h.service.Reindex(t.Context(), clerk, all, func(bool) { heard++ })
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	if made := reindex(false); made != 1 || heard != 3 {
		t.Errorf("%d made anew, %d heard of; want the one that is missing", made, heard)
	}
	fp, err := h.Index().Get(t.Context(), ids[1])
	if err != nil || len(fp.Keys()) == 0 {
		t.Errorf("%v after it was made anew", err)
	}
	found, err := h.Index().Lookup(t.Context(), nil, fp.Keys(), 10)
	if err != nil || len(found) == 0 {
		t.Errorf("it is found among %d, %v", len(found), err)
	}
	if made := reindex(false); made != 0 {
		t.Errorf("%d made anew, none was missing", made)
	}
	if made := reindex(true); made != 3 {
		t.Errorf("%d made anew, want all", made)
	}
}
