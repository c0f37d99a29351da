package sequence

// Kind is a kind of name. Tag 0 is outside of all names; kind n begins with tag 2n+1 and
// continues with tag 2n+2.
type Kind uint8

// The kinds of names, those of filings first.
const (
	Plaintiff Kind = iota
	Defendant
	Agent
	Attorney
	Linked
	Court
	Person
	Organisation
	Place
	Street
	Identifier
	Mailbox
	Kinds = iota // how many there are
)

// Tags is the number of tags.
const Tags = 2*Kinds + 1

// InAnyText reports whether texts of all kinds have names of the kind, and not filings alone.
func (k Kind) InAnyText() bool { return k >= Person }

// TagSet is a set of tags, a bit each.
type TagSet uint32

// The model reads a filing for its parties, any other text for names of all
// kinds: a person who files is no mere person. Numbers, streets and addresses
// are the same in both.
var (
	PartyTags = tagsOf(func(k Kind) bool { return k != Person && k != Organisation && k != Place })
	NameTags  = tagsOf(Kind.InAnyText)
)

func tagsOf(belongs func(Kind) bool) TagSet {
	set := TagSet(1)
	for k := range Kind(Kinds) {
		if belongs(k) {
			set |= 3 << (2*k + 1)
		}
	}
	return set
}
