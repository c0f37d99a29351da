package role

// Structure reads a filing as its writer built it: the salutation names the court, the notifications say where both
// sides are found; of an acta de reparto it reads the whole. Who sues whom the models tell (package ner), better than it
// could from the presentation and the signature.
type Structure struct{}

// Name returns "structure".
func (Structure) Name() string { return "structure" }

// Extract returns what the parts of t name.
func (Structure) Extract(t *Text) []Mention {
	if allotted := t.allotment(); len(allotted) > 0 {
		return t.WithRaw(allotted)
	}
	var out []Mention
	out = append(out, t.salutation()...)
	out = append(out, t.addressees()...)
	out = append(out, t.notificationParties()...)
	return t.WithRaw(out)
}
