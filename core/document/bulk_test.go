package document_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

func TestApprovable(t *testing.T) {
	named := func(f document.Field, confidence float64) document.Entity {
		return document.Entity{Entity: ner.Entity{Field: ner.Field(f), Confidence: confidence}}
	}
	for _, c := range []struct {
		rule   string
		d      document.Document
		code   string
		fields []document.Field
	}{
		{"as it is", document.Document{Plaintiff: "Ana", Entities: []document.Entity{named(document.FieldPlaintiff, .99)}}, "", nil},
		{"a confirmed duplicate", document.Document{DuplicateState: document.ConfirmedDuplicate}, "", nil},
		{"approved", document.Document{Status: document.Validated, DuplicateState: document.OpenDuplicate}, "already_approved", nil},
		{"an open duplicate", document.Document{DuplicateState: document.OpenDuplicate, NeedsReview: true}, "undecided_duplicate", nil},
		{"an unsure entity", document.Document{Plaintiff: "Ana", Entities: []document.Entity{named(document.FieldPlaintiff, .3)}}, "doubtful_fields",
			[]document.Field{document.FieldPlaintiff}},
		{"an unsure entity that was corrected", document.Document{Cedula: "1", Entities: []document.Entity{{Entity: ner.Entity{Field: ner.Cedula, Value: "7", Confidence: .3}}}}, "", nil},
		{"an open doubt of an empty field", document.Document{Doubts: []document.Doubt{{Field: document.FieldCedula}}}, "doubtful_fields", []document.Field{document.FieldCedula}},
		{"a doubt that was corrected", document.Document{Cedula: "1", Doubts: []document.Doubt{{Field: document.FieldCedula}}}, "", nil},
		{"an alternative of an empty field", document.Document{Alternatives: []document.Entity{named(document.FieldEmail, .9)}}, "doubtful_fields",
			[]document.Field{document.FieldEmail}},
		{"an alternative of a filled field", document.Document{Email: "a@x.co", Alternatives: []document.Entity{named(document.FieldEmail, .9)}}, "", nil},
		{"another kind of paper", document.Document{Suggested: document.Suggestion{Type: document.Demanda, Confidence: .9}, NeedsReview: true},
			"doubtful_fields", []document.Field{document.FieldType}},
		{"badly read", document.Document{NeedsReview: true}, "needs_review", nil},
	} {
		c.d.Type = document.Tutela
		refusal := c.d.Approvable()
		code := ""
		if refusal != nil {
			code = refusal.Code
		}
		if code != c.code {
			t.Errorf("%s: %v", c.rule, refusal)
		}
		if fields := c.d.DoubtfulFields(); c.code != "undecided_duplicate" && !reflect.DeepEqual(fields, c.fields) {
			t.Errorf("%s: doubtful %v", c.rule, fields)
		}
	}
}

func TestClassify(t *testing.T) {
	read := []document.Entity{{Entity: ner.Entity{Field: ner.Plaintiff, Confidence: .99}}}
	sure := document.Suggestion{Type: document.Demanda, Confidence: .95}
	unsure := document.Suggestion{Type: document.Demanda, Confidence: .4}
	for _, c := range []struct {
		rule    string
		d       document.Document
		changed bool
		review  bool
		keeps   bool // the suggestion
	}{
		{"another type than the text says", document.Document{Type: document.Demanda, Suggested: sure}, true, false, false},
		{"the type that the text says", document.Document{Type: document.Otro, Suggested: document.Suggestion{Type: document.Tutela, Confidence: .95}}, true, false, true},
		{"a confirmation", document.Document{Type: document.Tutela, Suggested: unsure, Entities: read, NeedsReview: true}, true, false, false},
		{"nothing new", document.Document{Type: document.Tutela}, false, false, false},
		{"nothing was extracted", document.Document{Type: document.Otro, NeedsReview: true}, true, true, false},
		{"another doubt stays", document.Document{Type: document.Otro, NeedsReview: true, Entities: read, Doubts: []document.Doubt{{Field: document.FieldEmail}}}, true, true, false},
	} {
		d := c.d
		if changed := d.Classify(document.Tutela); changed != c.changed || d.Type != document.Tutela || d.NeedsReview != c.review || (d.Suggested.Type != "") != c.keeps {
			t.Errorf("%s: changed %v, %+v", c.rule, changed, d)
		}
	}
}

func TestReopen(t *testing.T) {
	approved := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	read := []document.Entity{{Entity: ner.Entity{Field: ner.Plaintiff, Confidence: .99}}}
	page := []document.PageInfo{{Number: 1, Confidence: 1}}
	for _, c := range []struct {
		rule   string
		d      document.Document
		status document.Status
		review bool
	}{
		{"typed in", document.Document{TypedIn: true}, document.ManualEntry, false},
		{"imported", document.Document{Text: "Señor juez"}, document.Imported, false},
		{"read without a doubt", document.Document{SHA256: "ab", Pages: page, Entities: read}, document.Processed, false},
		{"an open doubt", document.Document{SHA256: "ab", Pages: page, Entities: read, Doubts: []document.Doubt{{Field: document.FieldCedula}}}, document.Processed, true},
		{"a doubt that was corrected", document.Document{SHA256: "ab", Pages: page, Entities: read, Cedula: "1", Doubts: []document.Doubt{{Field: document.FieldCedula}}}, document.Processed, false},
		{"badly read", document.Document{SHA256: "ab", Pages: []document.PageInfo{{Number: 1, Confidence: .5}}, Entities: read}, document.Processed, true},
		{"nothing was extracted", document.Document{SHA256: "ab"}, document.Processed, true},
	} {
		d := c.d
		if d.Status = c.status; d.Reopen() || d.Status != c.status {
			t.Errorf("%s: reopened before it was approved: %+v", c.rule, d)
		}
		d.Status, d.ValidatedAt, d.ValidatedBy = document.Validated, approved, "ana"
		if !d.Reopen() || d.Status != c.status || d.NeedsReview != c.review || !d.ValidatedAt.IsZero() || d.ValidatedBy != "" {
			t.Errorf("%s: %+v", c.rule, d)
		}
	}
}

func TestTagsAreAddedAndRemovedOneByOne(t *testing.T) {
	var d document.Document
	for i := range 100 {
		if added, err := d.AddTag(fmt.Sprint(i)); !added || err != nil {
			t.Fatal(i, err)
		}
	}
	before := d.Tags
	if added, err := d.AddTag("7"); added || err != nil {
		t.Errorf("one that it has: %v, %v", added, err)
	}
	if _, err := d.AddTag("más"); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("one too many: %v", err)
	}
	if !d.RemoveTag("0") || d.RemoveTag("0") || len(d.Tags) != 99 || d.Tags[0] != "1" || before[0] != "0" {
		t.Errorf("after the removal %v, the former list %v", d.Tags, before)
	}
	for _, s := range []string{"", " , ", "a,b", strings.Repeat("ñ", 101)} {
		if tag, err := document.ParseTag(s); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%q is the tag %q, %v", s, tag, err)
		}
	}
	if tag, err := document.ParseTag(" <b>salud</b> , "); tag != "salud" || err != nil {
		t.Errorf("got %q, %v", tag, err)
	}
}
