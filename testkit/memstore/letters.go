package memstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
)

// member is a document in a form letter.
type member struct {
	letterID string
	person   document.Key
	document document.Document
}

// letters implements ports.Letters. Of a letter it stores ID and Representative; the
// rest follows from its members.
type letters struct {
	*table[document.Letter]
	members *table[member]
}

func (l letters) Put(ctx context.Context, letterID string, documentIDs ...string) error {
	return l.s.do(ctx, func() error {
		for _, id := range documentIDs {
			d, err := l.s.documents.find(id)
			if err != nil {
				continue
			}
			if before, ok := l.members.rows[id]; ok && before.letterID != letterID {
				l.remove(id)
			}
			if _, ok := l.rows[letterID]; !ok {
				l.put(letterID, document.Letter{ID: letterID, Representative: letterID})
			}
			l.members.put(id, member{letterID, d.PersonKey(), d})
		}
		return nil
	})
}

func (l letters) Remove(ctx context.Context, documentID string) error {
	return l.s.do(ctx, func() error { l.remove(documentID); return nil })
}

func (l letters) remove(id string) {
	m, ok := l.members.rows[id]
	if !ok {
		return
	}
	l.members.drop(id)
	left := l.membersOf(m.letterID)
	switch letter := l.rows[m.letterID]; {
	case len(left) == 0:
		l.drop(m.letterID)
	case letter.Representative == id:
		letter.Representative = left[0].document.ID
		l.put(m.letterID, letter)
	}
}

// membersOf returns the members of a letter, oldest first.
func (l letters) membersOf(id string) (all []member) {
	for _, m := range l.members.rows {
		if m.letterID == id {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b member) int {
		return cmp.Or(a.document.CreatedAt.Compare(b.document.CreatedAt), cmp.Compare(a.document.ID, b.document.ID))
	})
	return all
}

func (l letters) withCounts(letter document.Letter) document.Letter {
	people := map[document.Key]bool{}
	for _, m := range l.membersOf(letter.ID) {
		letter.Documents++
		if letter.Documents == 1 {
			letter.FirstAt = m.document.CreatedAt
		}
		letter.LastAt = m.document.CreatedAt
		if m.person != (document.Key{}) {
			people[m.person] = true
		}
	}
	letter.People = len(people)
	return letter
}

func (l letters) Of(ctx context.Context, documentIDs []string) (map[string]document.Letter, error) {
	return ask(ctx, l.s, func() (map[string]document.Letter, error) {
		found := map[string]document.Letter{}
		for _, id := range documentIDs {
			if m, ok := l.members.rows[id]; ok {
				found[id] = l.withCounts(l.rows[m.letterID])
			}
		}
		return found, nil
	})
}

func (l letters) Get(ctx context.Context, id string) (document.Letter, error) {
	return ask(ctx, l.s, func() (document.Letter, error) {
		letter, err := l.find(id)
		return l.withCounts(letter), err
	})
}

func (l letters) List(ctx context.Context, page document.PageRequest) (document.LetterListing, error) {
	return ask(ctx, l.s, func() (document.LetterListing, error) {
		var all []document.Letter
		for _, letter := range l.rows {
			if letter = l.withCounts(letter); letter.People > 1 {
				all = append(all, letter)
			}
		}
		slices.SortFunc(all, func(a, b document.Letter) int {
			return cmp.Or(cmp.Compare(a.Documents, b.Documents), a.LastAt.Compare(b.LastAt), cmp.Compare(b.ID, a.ID))
		})
		return newestFirst(all, page), nil
	})
}

func (l letters) Members(ctx context.Context, id string, page document.PageRequest) (document.Listing, error) {
	return ask(ctx, l.s, func() (document.Listing, error) {
		var all []document.Summary
		for _, m := range l.membersOf(id) {
			if d, err := l.s.documents.find(m.document.ID); err == nil {
				all = append(all, d.Summary())
			}
		}
		return newestFirst(all, page), nil
	})
}
