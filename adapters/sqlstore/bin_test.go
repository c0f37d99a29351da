package sqlstore_test

import (
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// storedBinContent is an entry of the bin as the first program with a bin stored it: later programs restore it, too.
const storedBinContent = `{"Document":{"ID":"d1","FileName":"a.pdf","Type":"tutela","Status":"validated","Plaintiff":"Ana","Defendant":"EPS",
	"Radicado":"7","CreatedAt":1700000000123456,"Court":"Juzgado 1","Cedula":"52418903","Email":"a@x.co","ActaNumber":"8","PlaintiffAddress":"Calle 1",
	"DefendantAddress":"Calle 2","OCRConfidence":0.5,"OriginalKey":"2026/a.pdf","SHA256":"ab","ProcessingTime":9,"ValidatedAt":1700000001000000,
	"ValidatedBy":"ana","Remarks":"nota","Tags":["salud"],"Pages":[{"number":1,"source":"text","confidence":1,"start":0,"end":5}],
	"Entities":[{"field":"cedula","value":"52418903","raw":"52.418.903","start":0,"end":5,"confidence":1}],"Body":"texto","Duplicates":2,"TypedIn":true,
	"NeedsReview":true,"DuplicateState":"open","Suggestion":{"type":"demanda","confidence":0.5},
	"Doubts":[{"field":"cedula","value":"52418903","chance":0.5,"reason":"others"}],"DueDay":20000,"Assignee":"eva"},
	"Words":["AQI="],"Examples":[{"DocumentID":"d1","Field":"cedula","Corrected":"52418903","MadeAt":1700000000000000,"Extracted":"","Votes":""}],
	"Replacements":[{"DocumentID":"d3","EarlierID":"d2","Relation":"duplicate","Similarity":1,"Reason":"r","ReceivedAt":1700000000000000,"Verdict":"duplicate",
		"Note":"n","DecidedBy":"ana","DecidedAt":1700000000000000,"Page":1,"EarlierPage":2}]}`

const storedBinPair = `{"DocumentID":"d4","EarlierID":"d1","Relation":"duplicate","Similarity":1,"Reason":"r","ReceivedAt":1700000000000000,"Verdict":"",
	"Note":"","DecidedBy":"","DecidedAt":-62135596800000000,"Page":1,"EarlierPage":1}`

func TestBinReadsWhatEarlierProgramsStored(t *testing.T) {
	t.Parallel()
	db := open(t, inFile(t))
	w := db.Writer()
	if _, err := w.Exec(`INSERT INTO binned_documents VALUES ('d1', 'a.pdf', 'tutela', 'Ana', 'EPS', '2026/a.pdf', 'ab', 1, 'jefa', 2, ?)`, storedBinContent); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Exec(`INSERT INTO binned_pairs VALUES ('d4', 'd1', ?)`, storedBinPair); err != nil {
		t.Fatal(err)
	}
	e, err := db.Bin().Get(t.Context(), "d1")
	if err != nil {
		t.Fatal(err)
	}
	d := e.Document
	for _, f := range []document.Field{document.FieldPlaintiff, document.FieldDefendant, document.FieldRadicado, document.FieldCourt, document.FieldCedula,
		document.FieldEmail, document.FieldActa, document.FieldPlaintiffAddress, document.FieldDefendantAddress, document.FieldRemarks, document.FieldTags,
		document.FieldType, document.FieldDue, document.FieldStatus, document.FieldAssignee} {
		if d.Field(f) == "" {
			t.Errorf("%s is lost", f)
		}
	}
	if !d.ArrivedAt.IsZero() {
		t.Errorf("it arrived at %s, which nobody knew", d.ArrivedAt)
	}
	switch {
	case d.ID == "" || d.FileName == "" || d.OriginalKey == "" || d.SHA256 == "" || d.Text == "" || d.ValidatedBy == "":
		t.Errorf("a text is lost: %+v", d)
	case d.CreatedAt.Before(time.Unix(1, 0)) || d.ValidatedAt.Before(time.Unix(1, 0)) || d.OCRConfidence == 0 || d.ProcessingTime == 0 || d.Duplicates == 0:
		t.Errorf("a number is lost: %+v", d)
	case !d.TypedIn || !d.NeedsReview || d.DuplicateState == "" || d.Suggested.Type == "" || len(d.Pages)+len(d.Entities)+len(d.Doubts) != 3:
		t.Errorf("a part is lost: %+v", d)
	case len(e.Words) != 1 || len(e.Examples) != 1 || e.Examples[0].At.IsZero() || e.Examples[0].Corrected == "":
		t.Errorf("words or examples are lost: %+v", e)
	case len(e.Replacements) != 1 || !e.Replacements[0].Decision.IsMade() || e.Replacements[0].EarlierPage != 2 || len(e.Pairs) != 1 || e.Pairs[0].EarlierID != "d1":
		t.Errorf("a pair is lost: %+v", e)
	}
}
