package document

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// MailRules are the rules for messages of mailboxes, in the order in which they are tried.
type MailRules []MailRule

// MailRule says what becomes of the messages that meet all its conditions. Of each condition, one alternative must
// occur in the message, whatever the case and the accents. A condition without alternatives always holds.
type MailRule struct {
	Name       string
	Enabled    bool
	Sender     []string // in the address or the name of the sender
	Recipient  []string // in the addresses of the recipients
	Subject    []string
	Attachment []string // in the name of a file, also of one within an archive
	Action     MailAction
	Type       Type   // of MailType
	Tag        string // of MailTag
	Reason     string // of MailIgnore
}

// MailAction is what a rule does with a message.
type MailAction string

const (
	MailTake   MailAction = "take"   // take it in; no later rule is tried
	MailIgnore MailAction = "ignore" // make no document of it; no later rule is tried
	MailType   MailAction = "type"   // its documents have that type; of several rules the first counts
	MailTag    MailAction = "tag"    // its documents have that tag as well
)

// MailActions lists the actions.
func MailActions() []MailAction { return []MailAction{MailTake, MailType, MailTag, MailIgnore} }

// MailFacts are what rules look at in a message.
type MailFacts struct {
	Sender, SenderName, Recipients, Subject string

	Attachments []string // names of files
}

// MailVerdict is what rules make of a message.
type MailVerdict struct {
	Rules   []string // names of the rules that applied, in their order; the last one decided if Decided
	Decided bool     // by a rule that takes or ignores
	Ignored bool
	Reason  string // why it is ignored
	Type    Type   // Auto unless a rule says otherwise; "" if it is ignored
	Tags    []string
}

// Judge returns what the rules make of a message. They are tried in order until one takes or ignores it. A message that
// none decides about is taken in. Rules that set a type or a tag say nothing about whether it is.
func (rules MailRules) Judge(m MailFacts) MailVerdict {
	v := MailVerdict{Type: Auto}
	folded := m.folded()
	for _, r := range rules {
		if !r.Enabled || !r.holds(folded) {
			continue
		}
		v.Rules = append(v.Rules, r.Name)
		switch r.Action {
		case MailTake:
			v.Decided = true
			return v
		case MailIgnore:
			return MailVerdict{Rules: v.Rules, Decided: true, Ignored: true, Reason: r.Reason}
		case MailType:
			if v.Type == Auto {
				v.Type = r.Type
			}
		case MailTag:
			if !slices.Contains(v.Tags, r.Tag) {
				v.Tags = append(v.Tags, r.Tag)
			}
		}
	}
	return v
}

// folded returns the facts as conditions are compared with them.
func (m MailFacts) folded() MailFacts {
	f := MailFacts{Sender: foldedWords(m.Sender), SenderName: foldedWords(m.SenderName), Recipients: foldedWords(m.Recipients), Subject: foldedWords(m.Subject)}
	for _, name := range m.Attachments {
		f.Attachments = append(f.Attachments, foldedWords(name))
	}
	return f
}

// foldedWords returns s without case and accents, its words separated by single spaces.
func foldedWords(s string) string {
	return strings.Join(strings.Fields(text.Fold(text.NFC(s))), " ")
}

// holds reports whether all conditions hold for folded facts.
func (r *MailRule) holds(m MailFacts) bool {
	return occurs(r.Sender, m.Sender, m.SenderName) && occurs(r.Recipient, m.Recipients) && occurs(r.Subject, m.Subject) &&
		occurs(r.Attachment, m.Attachments...)
}

// occurs reports whether an alternative occurs in one of the values, or there is none.
func occurs(alternatives []string, values ...string) bool {
	return len(alternatives) == 0 || slices.ContainsFunc(alternatives, func(a string) bool {
		a = foldedWords(a)
		return slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, a) })
	})
}

// Equal reports whether the rules are the same.
func (rules MailRules) Equal(others MailRules) bool {
	return slices.EqualFunc(rules, others, func(a, b MailRule) bool {
		return a.Name == b.Name && a.Enabled == b.Enabled && a.Action == b.Action && a.Type == b.Type && a.Tag == b.Tag && a.Reason == b.Reason &&
			slices.EqualFunc(a.conditions(), b.conditions(), func(a, b mailCondition) bool { return slices.Equal(*a.alternatives, *b.alternatives) })
	})
}

// Clone returns a copy that shares nothing.
func (rules MailRules) Clone() MailRules {
	all := slices.Clone(rules)
	for i := range all {
		for _, c := range all[i].conditions() {
			*c.alternatives = slices.Clone(*c.alternatives)
		}
	}
	return all
}

// mailCondition is a condition of a rule, under its name in interfaces.
type mailCondition struct {
	name         string
	alternatives *[]string
}

func (r *MailRule) conditions() []mailCondition {
	return []mailCondition{{"sender", &r.Sender}, {"recipient", &r.Recipient}, {"subject", &r.Subject}, {"attachment", &r.Attachment}}
}

// Bounds of rules; lengths in code points.
const (
	MaxMailRules        = 100
	MaxMailAlternatives = 20
	maxMailCondition    = 200
	maxMailRuleName     = 100
	maxMailReason       = 300
)

// CleanMailRules returns rules as they are stored, sanitised and without empty alternatives. checkType checks a type.
// Fault: Unprocessable, with a detail for each value that cannot be stored.
func CleanMailRules(rules MailRules, checkType func(Type) error) (MailRules, error) {
	if len(rules) > MaxMailRules {
		return nil, fault.New(fault.Unprocessable, "too_many_mail_rules", fmt.Sprintf("El buzón admite hasta %d reglas.", MaxMailRules))
	}
	c := mailRulesCleaner{rules: rules.Clone(), checkType: checkType}
	names := map[string]bool{}
	for i := range c.rules {
		r := &c.rules[i]
		c.clean(i, r)
		name := foldedWords(r.Name)
		if names[name] && name != "" {
			c.wrong(i, "name", "Otra regla tiene ese nombre.")
		}
		names[name] = true
	}
	if len(c.details) > 0 {
		return nil, fault.New(fault.Unprocessable, "invalid_mail_rules", "Corrija las reglas señaladas; no se guardó ninguna.").With(c.details...)
	}
	return c.rules, nil
}

type mailRulesCleaner struct {
	rules     MailRules
	checkType func(Type) error
	details   []fault.Detail
}

func (c *mailRulesCleaner) wrong(rule int, field, message string) {
	c.details = append(c.details, fault.Detail{Location: fmt.Sprintf("body.rules[%d].%s", rule, field), Message: message})
}

// line cleans a text of one line, which must not be empty.
func (c *mailRulesCleaner) line(rule int, field string, value *string, most int) {
	*value = strings.TrimSpace(sanitize.Line(*value))
	if *value == "" {
		c.wrong(rule, field, "No puede quedar vacío.")
	} else if utf8.RuneCountInString(*value) > most {
		c.wrong(rule, field, fmt.Sprintf("Debe tener como máximo %d caracteres.", most))
	}
}

// clean cleans a rule. What belongs to another action is dropped.
func (c *mailRulesCleaner) clean(i int, r *MailRule) {
	c.line(i, "name", &r.Name, maxMailRuleName)
	c.cleanConditions(i, r)
	kind, tag, reason := r.Type, r.Tag, r.Reason
	r.Type, r.Tag, r.Reason = "", "", ""
	switch r.Action {
	case MailTake:
	case MailIgnore:
		r.Reason = reason
		c.line(i, "reason", &r.Reason, maxMailReason)
	case MailTag:
		tags, err := ParseTags(tag)
		if err != nil || len(tags) != 1 {
			c.wrong(i, "tag", fmt.Sprintf("Debe ser una etiqueta, sin comas y de hasta %d caracteres.", maxTag))
			return
		}
		r.Tag = tags[0]
	case MailType:
		t, err := ParseType(string(kind))
		if err == nil && kind == "" {
			err = fault.New(fault.Unprocessable, "invalid_document_type", "Elija el tipo de documento.")
		}
		if err == nil {
			err = c.checkType(t)
		}
		if f, ok := fault.As(err); ok {
			c.wrong(i, "type", f.Message)
			return
		}
		r.Type = t
	default:
		c.wrong(i, "action", "Debe ser take, type, tag o ignore.")
	}
}

func (c *mailRulesCleaner) cleanConditions(i int, r *MailRule) {
	given := 0
	for _, condition := range r.conditions() {
		var kept []string
		for _, a := range *condition.alternatives {
			a = strings.Join(strings.Fields(sanitize.Line(a)), " ")
			if utf8.RuneCountInString(a) > maxMailCondition {
				c.wrong(i, condition.name, fmt.Sprintf("Cada texto debe tener como máximo %d caracteres.", maxMailCondition))
				a = ""
				given++ // one complaint is enough
			}
			if a != "" && !slices.Contains(kept, a) {
				kept = append(kept, a)
			}
		}
		if len(kept) > MaxMailAlternatives {
			c.wrong(i, condition.name, fmt.Sprintf("Admite hasta %d textos.", MaxMailAlternatives))
		}
		*condition.alternatives = kept
		given += len(kept)
	}
	if given == 0 {
		c.wrong(i, "sender", "Una regla necesita al menos una condición.")
	}
}

// MailRuling is a version of the rules, which is kept.
type MailRuling = TuningOf[MailRules]

// MailRulingListing is one page of versions of the rules, newest first.
type MailRulingListing = pagination.Of[MailRuling]

// MailTrial is what rules would make of a message that came through a mailbox.
type MailTrial struct {
	Delivery Delivery // without Body
	Verdict  MailVerdict
}

// MaxMailTrial is how many messages rules are tried on.
const MaxMailTrial = 50
