package document_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestMailRulesJudge(t *testing.T) {
	const (
		take, ignore, kind, tag = document.MailTake, document.MailIgnore, document.MailType, document.MailTag
	)
	rule := func(name string, action document.MailAction, of document.MailRule) document.MailRule {
		of.Name, of.Action, of.Enabled = name, action, true
		return of
	}
	message := document.MailFacts{Sender: "boletin@correo.example", SenderName: "Boletín Jurídico", Recipients: "reparto@juzgado.example, otro@juzgado.example",
		Subject: "RV:  ACCIÓN de tutela", Attachments: []string{"Tutela Ana.pdf", "ANEXO.zip", "poder.pdf"}}
	taken := document.MailVerdict{Type: document.Auto}
	ignored := document.MailVerdict{Rules: []string{"r"}, Decided: true, Ignored: true, Reason: "porque sí"}
	by := func(r document.MailRule) document.MailRules {
		r.Reason = "porque sí"
		return document.MailRules{rule("r", ignore, r)}
	}
	off := rule("r", ignore, document.MailRule{Sender: []string{"boletin"}})
	off.Enabled = false
	for name, tc := range map[string]struct {
		rules document.MailRules
		want  document.MailVerdict
	}{
		"no rules":                          {nil, taken},
		"the address of the sender":         {by(document.MailRule{Sender: []string{"@CORREO.example"}}), ignored},
		"the name of the sender":            {by(document.MailRule{Sender: []string{"boletin juridico"}}), ignored},
		"a recipient":                       {by(document.MailRule{Recipient: []string{"otro@"}}), ignored},
		"the subject, folded":               {by(document.MailRule{Subject: []string{"Rv: accion  DE"}}), ignored},
		"decomposed accents":                {by(document.MailRule{Subject: []string{"accio\u0301n"}}), ignored},
		"a file":                            {by(document.MailRule{Attachment: []string{"anexo"}}), ignored},
		"one of several texts":              {by(document.MailRule{Sender: []string{"ana@", "boletin@"}}), ignored},
		"all conditions":                    {by(document.MailRule{Sender: []string{"boletin"}, Subject: []string{"tutela"}, Attachment: []string{"poder"}}), ignored},
		"one condition fails":               {by(document.MailRule{Sender: []string{"boletin"}, Subject: []string{"desacato"}}), taken},
		"no text spans two files":           {by(document.MailRule{Attachment: []string{"zip poder"}}), taken},
		"a rule that is off":                {document.MailRules{off}, taken},
		"the sender is not the recipient":   {by(document.MailRule{Recipient: []string{"boletin"}}), taken},
		"signs of patterns mean themselves": {by(document.MailRule{Subject: []string{".*"}}), taken},
		"what comes first decides": {document.MailRules{
			rule("sí", take, document.MailRule{Subject: []string{"tutela"}}), by(document.MailRule{Sender: []string{"boletin"}})[0],
		}, document.MailVerdict{Rules: []string{"sí"}, Decided: true, Type: document.Auto}},
		"the first type and all tags": {document.MailRules{
			rule("1", kind, document.MailRule{Subject: []string{"tutela"}, Type: document.Tutela}),
			rule("2", tag, document.MailRule{Subject: []string{"tutela"}, Tag: "salud"}),
			rule("3", kind, document.MailRule{Subject: []string{"tutela"}, Type: document.Demanda}),
			rule("4", tag, document.MailRule{Subject: []string{"accion"}, Tag: "salud"}),
			rule("5", tag, document.MailRule{Subject: []string{"accion"}, Tag: "correo"}),
		}, document.MailVerdict{Rules: []string{"1", "2", "3", "4", "5"}, Type: document.Tutela, Tags: []string{"salud", "correo"}}},
		"nothing is tried after a decision": {document.MailRules{
			rule("1", take, document.MailRule{Subject: []string{"tutela"}}), rule("2", tag, document.MailRule{Subject: []string{"tutela"}, Tag: "salud"}),
		}, document.MailVerdict{Rules: []string{"1"}, Decided: true, Type: document.Auto}},
		"an ignored message has no type and no tags": {document.MailRules{
			rule("1", kind, document.MailRule{Subject: []string{"tutela"}, Type: document.Tutela}),
			rule("2", tag, document.MailRule{Subject: []string{"tutela"}, Tag: "salud"}),
			by(document.MailRule{Sender: []string{"boletin"}})[0],
		}, document.MailVerdict{Rules: []string{"1", "2", "r"}, Decided: true, Ignored: true, Reason: "porque sí"}},
	} {
		if got := tc.rules.Judge(message); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}

func noOtherType(t document.Type) error { return document.CheckType(t, nil) }

func TestCleanMailRules(t *testing.T) {
	given := document.MailRules{
		{Name: " Boletín\u202e ", Action: document.MailIgnore, Reason: "no es\r\nun escrito ", Sender: []string{" a  b ", "", "a b", "c"}, Type: "tutela", Tag: "x"},
		{Name: "tipo", Enabled: true, Action: document.MailType, Type: " TUTELA ", Subject: []string{"tutela"}, Reason: "x"},
		{Name: "etiqueta", Action: document.MailTag, Tag: " salud ", Recipient: []string{"@"}, Attachment: []string{"pdf"}},
		{Name: "todo", Action: document.MailTake, Sender: []string{"@"}},
	}
	want := document.MailRules{
		{Name: "Boletín", Action: document.MailIgnore, Reason: "no es un escrito", Sender: []string{"a b", "c"}},
		{Name: "tipo", Enabled: true, Action: document.MailType, Type: "tutela", Subject: []string{"tutela"}},
		{Name: "etiqueta", Action: document.MailTag, Tag: "salud", Recipient: []string{"@"}, Attachment: []string{"pdf"}},
		{Name: "todo", Action: document.MailTake, Sender: []string{"@"}},
	}
	before := given.Clone()
	got, err := document.CleanMailRules(given, noOtherType)
	if err != nil || !got.Equal(want) {
		t.Errorf("%+v, %v", got, err)
	}
	if !given.Equal(before) {
		t.Errorf("the rules that were given changed: %+v", given)
	}
	if again, err := document.CleanMailRules(got, noOtherType); err != nil || !again.Equal(got) {
		t.Errorf("cleaning twice: %+v, %v", again, err)
	}
}

func TestMailRulesThatCannotBeStored(t *testing.T) {
	sound := document.MailRule{Name: "a", Action: document.MailTake, Sender: []string{"@"}}
	many := make([]string, document.MaxMailAlternatives+1)
	for i := range many {
		many[i] = fmt.Sprint("a", i)
	}
	for location, change := range map[string]func(r *document.MailRule){
		"name":       func(r *document.MailRule) { r.Name = "\t" },
		"sender":     func(r *document.MailRule) { r.Sender = []string{" "} },
		"action":     func(r *document.MailRule) { r.Action = "delete" },
		"reason":     func(r *document.MailRule) { r.Action = document.MailIgnore },
		"tag":        func(r *document.MailRule) { r.Action, r.Tag = document.MailTag, "a, b" },
		"type":       func(r *document.MailRule) { r.Action, r.Type = document.MailType, "auto" },
		"subject":    func(r *document.MailRule) { r.Subject = []string{strings.Repeat("ñ", 201)} },
		"attachment": func(r *document.MailRule) { r.Attachment = many },
	} {
		r := document.MailRules{sound}.Clone()[0]
		r.Name = "b"
		change(&r)
		_, err := document.CleanMailRules(document.MailRules{sound, r}, noOtherType)
		f, _ := fault.As(err)
		if f == nil || f.Kind != fault.Unprocessable || len(f.Details) != 1 || f.Details[0].Location != "body.rules[1]."+location {
			t.Errorf("%s: %v, %+v", location, err, f)
		}
	}
	twice := document.MailRules{sound, sound}
	twice[1].Name = " Á "
	if _, err := document.CleanMailRules(twice, noOtherType); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("two of one name: %v", err)
	}
	if _, err := document.CleanMailRules(slices.Repeat(twice, document.MaxMailRules), noOtherType); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("too many: %v", err)
	}
}
