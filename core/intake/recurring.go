package intake

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/search"
)

const (
	// maxRecurring bounds each list of a recurrence; the totals count all.
	maxRecurring = 200
	// maxKeys bounds the keys of one search for recurring filings.
	maxKeys = 100

	// maxSearched bounds the people who are searched for by other forms of their names and as agents,
	// and maxAgentsRead the documents whose agents are read for them.
	maxSearched   = 5
	maxAgentsRead = 20
)

// Recurring implements ports.People.
func (s *People) Recurring(ctx context.Context, _ account.Actor, id string, p document.Person) (document.Recurrence, error) {
	var found document.Recurrence
	searches := []struct {
		keys []document.Key
		into *document.Matches
	}{
		{document.KeysOf(document.KeyCedula, p.Cedula), &found.Cedula},
		{document.KeysOf(document.KeyEmail, p.Email), &found.Email},
		{document.KeysOf(document.KeyPlaintiff, p.Plaintiff), &found.Plaintiff},
	}
	total := 0
	for _, search := range searches {
		total += len(search.keys)
	}
	if total > maxKeys {
		return found, fault.New(fault.Unprocessable, "too_many_people", fmt.Sprintf("Busque hasta %d personas a la vez.", maxKeys))
	}
	err := s.View.InView(ctx, func(ctx context.Context) error {
		of, err := s.Documents.Get(ctx, id)
		if err != nil {
			return err
		}
		for _, search := range searches { // a search without keys matches nothing
			if *search.into, err = s.Recurrences.WithKeys(ctx, search.keys, id, maxRecurring); err != nil {
				return err
			}
		}
		also := kin{People: s, of: of, named: document.KeysOf(document.KeyPlaintiff, p.Plaintiff), found: map[string]document.Summary{}}
		if err := also.search(ctx, p); err != nil {
			return err
		}
		found.Plaintiff = also.with(found.Plaintiff)
		return nil
	})
	if err != nil {
		return document.Recurrence{}, err
	}
	return found, nil
}

// kin finds documents in which a person occurs other than as a plaintiff with the same name: with
// one surname fewer or more, or as the agent of a child. An attorney has too many clients to count.
type kin struct {
	*People
	of    document.Document
	named []document.Key // the names that were asked for, found already
	found map[string]document.Summary
	read  int
}

func (k *kin) search(ctx context.Context, p document.Person) error {
	people := peopleOf(document.Summary{Plaintiff: p.Plaintiff, Cedula: p.Cedula})
	own := peopleOf(k.of.Summary())
	people = slices.DeleteFunc(people, func(p namedPerson) bool { return p.Name == "" })
	for i, p := range people[:min(len(people), maxSearched)] {
		j := slices.IndexFunc(own, func(o namedPerson) bool { return sameName(o.Name, p.Name) })
		if j >= 0 {
			people[i].Cedula = cmp.Or(p.Cedula, own[j].Cedula)
		}
		if err := k.searchName(ctx, people[i].Name, people[i].Cedula); err != nil {
			return err
		}
		if j < 0 {
			continue
		}
		for _, agent := range agentsOf(&k.of) {
			filings, err := k.Recurrences.WithKeys(ctx, document.KeysOf(document.KeyPlaintiff, agent), k.of.ID, maxRecurring)
			if err != nil {
				return err
			}
			for _, d := range filings.Items {
				k.add(d)
			}
			if err := k.searchName(ctx, agent, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// searchName adds the documents of a plaintiff with one surname fewer or more, unless the cédulas
// differ, and those with an agent of that name.
func (k *kin) searchName(ctx context.Context, name, cedula string) error {
	if entity.NameKey(name) == "" { // half the collection
		return nil
	}
	shorter, err := k.Recurrences.WithKeys(ctx, shorterNames(name), k.of.ID, maxRecurring)
	if err != nil {
		return err
	}
	page := document.PageRequest{Number: 1, Size: peopleRead}
	mentioned, err := k.Finder.Find(ctx, search.Parse(strings.Join(wordsOf(name), " ")), document.Filter{}, document.ByRelevance, page)
	if err != nil {
		return err
	}
	for _, d := range shorter.Items {
		if isLikely(d, name, cedula) {
			k.add(d)
		}
	}
	for _, d := range mentioned.Items {
		if isLikely(d, name, cedula) {
			k.add(d)
		} else if err := k.addIfAgent(ctx, d, name); err != nil {
			return err
		}
	}
	return nil
}

// addIfAgent adds a document that mentions a name if that is its agent's.
func (k *kin) addIfAgent(ctx context.Context, d document.Summary, name string) error {
	if d.ID == k.of.ID || k.found[d.ID].ID != "" || k.read == maxAgentsRead ||
		slices.ContainsFunc(document.NamesOf(d.Plaintiff), func(n string) bool { return sameName(n, name) }) {
		return nil
	}
	k.read++
	whole, err := k.Documents.Get(ctx, d.ID)
	if err == nil && slices.ContainsFunc(agentsOf(&whole), func(agent string) bool { return sameName(agent, name) }) {
		k.add(d)
	}
	return err
}

// add adds a document, unless it is found already by a name that was asked for.
func (k *kin) add(d document.Summary) {
	known := slices.ContainsFunc(document.KeysOf(document.KeyPlaintiff, d.Plaintiff), func(key document.Key) bool { return slices.Contains(k.named, key) })
	if d.ID != k.of.ID && !known {
		k.found[d.ID] = d
	}
}

// with returns the matches with those of kin added, newest first.
func (k *kin) with(m document.Matches) document.Matches {
	for _, d := range k.found {
		m.Items = append(m.Items, d)
	}
	slices.SortFunc(m.Items, func(a, b document.Summary) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	m.Total += len(k.found)
	m.Items = m.Items[:min(len(m.Items), maxRecurring)]
	return m
}

// isLikely reports whether a plaintiff of d has the name with one surname fewer or more, and no
// other cédula.
func isLikely(d document.Summary, name, cedula string) bool {
	wanted := document.KeysOf(document.KeyCedula, cedula)
	return slices.ContainsFunc(peopleOf(d), func(p namedPerson) bool {
		keys := document.KeysOf(document.KeyCedula, p.Cedula)
		return entity.OneSurnameFewer(p.Name, name) && (len(wanted) == 0 || len(keys) == 0 || slices.Equal(wanted, keys))
	})
}

// shorterNames returns the keys of a name without one of its words, other than the first.
func shorterNames(name string) []document.Key {
	words := strings.Fields(name)
	var keys []document.Key
	for i := 1; i < len(words) && i < maxNameWords; i++ {
		shorter := strings.Join(slices.Delete(slices.Clone(words), i, i+1), " ")
		if entity.OneSurnameFewer(shorter, name) {
			keys = append(keys, document.KeysOf(document.KeyPlaintiff, shorter)...)
		}
	}
	return keys
}

// maxNameWords bounds the words of a name that are left out in turn.
const maxNameWords = 12

func sameName(a, b string) bool {
	return slices.Equal(document.KeysOf(document.KeyPlaintiff, a), document.KeysOf(document.KeyPlaintiff, b))
}

// agentsOf returns the names of those who file for the plaintiffs of a document.
func agentsOf(d *document.Document) (names []string) {
	for _, e := range d.Entities {
		if e.Field == ner.Agent {
			names = append(names, document.NamesOf(e.Value)...)
		}
	}
	return names
}
