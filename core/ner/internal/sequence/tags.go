package sequence

// Kind is a kind of name. Tag 0 is outside of all names; kind n begins with tag 2n+1 and
// continues with tag 2n+2.
type Kind uint8

// The kinds of names.
const (
	Plaintiff Kind = iota
	Defendant
	Agent
	Attorney
	Linked
	Court
	Kinds = iota // how many there are
)

// Tags is the number of tags.
const Tags = 2*Kinds + 1
