package intake

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/ports"
)

// People implements ports.People. All fields are required.
type People struct {
	View        ports.Viewer
	Documents   ports.Documents
	Pairs       ports.Pairs
	Recurrences ports.Recurrences
	Finder      ports.Search
	Comparer    *Comparer
}

var _ ports.People = (*People)(nil)

const (
	// peopleRead is how many filings a search for people reads, and maxPeople how many people it
	// returns.
	peopleRead = 200
	maxPeople  = 50

	// maxFilings bounds the documents listed for a person or a case.
	maxFilings = 200

	// minPeopleText is the minimum length of a search text for people.
	minPeopleText = 3
)

// FindPeople implements ports.People.
func (s *People) FindPeople(ctx context.Context, _ account.Actor, wanted string) (document.People, error) {
	words := wordsOf(wanted)
	if utf8.RuneCountInString(strings.Join(words, "")) < minPeopleText {
		return document.People{}, fault.New(fault.Unprocessable, "text_too_short", "Escriba al menos tres letras del nombre o cuatro cifras de la cédula.").
			With(fault.Detail{Location: "query.q", Message: "Al menos tres letras, o cuatro cifras."})
	}
	return inView(ctx, s.View, func(ctx context.Context) (document.People, error) { return s.findPeople(ctx, words) })
}

// wordsOf returns the folded words of a name, without the signs that mean something in a search.
func wordsOf(name string) []string {
	return strings.FieldsFunc(text.Fold(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) })
}

func (s *People) findPeople(ctx context.Context, words []string) (document.People, error) {
	page := document.PageRequest{Number: 1, Size: peopleRead}
	list, err := s.Finder.Find(ctx, search.Parse(strings.Join(words, " ")), document.Filter{}, document.ByRelevance, page)
	if err != nil {
		return document.People{}, err
	}
	found := document.People{More: list.Total > peopleRead}
	rows := map[document.Key]int{}
	for _, d := range list.Items {
		for _, p := range peopleOf(d) {
			if !p.hasWords(words) {
				continue
			}
			i, ok := rows[p.Key]
			switch {
			case !ok && len(found.Items) == maxPeople:
				found.More = true
			case !ok:
				rows[p.Key] = len(found.Items)
				found.Items = append(found.Items, p.PersonRow)
			case p.LastAt.After(found.Items[i].LastAt):
				found.Items[i] = p.PersonRow
			}
		}
	}
	keys := make([]document.Key, len(found.Items))
	for i, p := range found.Items {
		keys[i] = p.Key
	}
	counts, err := s.Recurrences.Counts(ctx, keys)
	for i := range found.Items {
		found.Items[i].Documents = max(1, counts[found.Items[i].Key])
	}
	slices.SortStableFunc(found.Items, func(a, b document.PersonRow) int {
		return cmp.Or(b.LastAt.Compare(a.LastAt), cmp.Compare(a.Name, b.Name))
	})
	return found, err
}

// namedPerson is a person named as a plaintiff of a document.
type namedPerson struct{ document.PersonRow }

// peopleOf returns the plaintiffs of a document. Names and cédulas are paired only if there are
// equally many.
func peopleOf(d document.Summary) (people []namedPerson) {
	names, cedulas := document.NamesOf(d.Plaintiff), document.NamesOf(d.Cedula)
	add := func(name, cedula string) {
		keys := document.KeysOf(document.KeyCedula, cedula)
		if len(keys) == 0 {
			keys = document.KeysOf(document.KeyPlaintiff, name)
		}
		if len(keys) == 1 {
			people = append(people, namedPerson{document.PersonRow{Key: keys[0], Name: name, Cedula: cedula, LastAt: d.CreatedAt}})
		}
	}
	if len(names) == len(cedulas) {
		for i := range names {
			add(names[i], cedulas[i])
		}
		return people
	}
	for _, name := range names {
		add(name, "")
	}
	for _, cedula := range cedulas {
		add("", cedula)
	}
	return people
}

// hasWords reports whether each search word is a prefix of a word of the name, or the digits are
// the whole cédula.
func (p namedPerson) hasWords(words []string) bool {
	if digits := strings.Join(words, ""); p.Key.Kind == document.KeyCedula && strings.HasPrefix(p.Key.Value, strings.TrimLeft(digits, "0")) {
		return true
	}
	name := strings.Fields(text.Fold(p.Name))
	for _, w := range words {
		if !slices.ContainsFunc(name, func(n string) bool { return strings.HasPrefix(n, w) }) {
			return false
		}
	}
	return true
}

var errNoPerson = fault.New(fault.Unprocessable, "person_missing", "Indique la cédula o el nombre de la persona.").
	With(fault.Detail{Location: "query.cedula", Message: "Falta la cédula, o el nombre en «name»."})

// Filings implements ports.People.
func (s *People) Filings(ctx context.Context, _ account.Actor, p document.Person) (document.PersonFilings, error) {
	keys := document.KeysOf(document.KeyCedula, p.Cedula)
	names := document.KeysOf(document.KeyPlaintiff, p.Plaintiff)
	if len(keys)+len(names) == 0 {
		return document.PersonFilings{}, errNoPerson
	}
	var found document.PersonFilings
	err := s.View.InView(ctx, func(ctx context.Context) error {
		sure, err := s.Recurrences.WithKeys(ctx, keys, "", maxFilings)
		if err != nil {
			return err
		}
		found.Total = sure.Total
		for _, d := range sure.Items {
			found.Items = append(found.Items, document.PersonFiling{Summary: d})
		}
		if len(names) == 0 && len(sure.Items) > 0 {
			names = document.KeysOf(document.KeyPlaintiff, nameWith(sure.Items[0], keys[0]))
		}
		named, err := s.Recurrences.WithKeys(ctx, names, "", maxFilings)
		if err != nil {
			return err
		}
		for _, d := range named.Items {
			if len(document.KeysOf(document.KeyCedula, d.Cedula)) == 0 || len(keys) == 0 {
				found.Items = append(found.Items, document.PersonFiling{Summary: d, ByName: len(keys) > 0})
				found.Total++
			}
		}
		if len(keys) == 0 {
			found.Total = named.Total
		}
		if len(found.Items) == 0 {
			return fault.New(fault.NotFound, "person_not_found", "Nadie con esa cédula o ese nombre ha presentado un escrito.")
		}
		slices.SortStableFunc(found.Items, func(a, b document.PersonFiling) int {
			return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
		})
		found.Items = found.Items[:min(len(found.Items), maxFilings)]
		found.Person = personAmong(found.Items, keys, names)
		found.Person.Documents = found.Total
		ids := make([]string, len(found.Items))
		for i, d := range found.Items {
			ids[i] = d.ID
		}
		found.Pairs, err = s.pairsAmong(ctx, ids)
		return err
	})
	return found, err
}

// nameWith returns the name that belongs to a cédula in a document, or "" if that is ambiguous.
func nameWith(d document.Summary, cedula document.Key) string {
	for _, p := range peopleOf(d) {
		if p.Key == cedula {
			return p.Name
		}
	}
	return ""
}

// personAmong returns the person of filings with the name and cédula of the latest filing.
func personAmong(filings []document.PersonFiling, cedula, name []document.Key) (row document.PersonRow) {
	for _, f := range filings {
		for _, p := range peopleOf(f.Summary) {
			if row.Key.Value == "" && (slices.Contains(cedula, p.Key) || len(cedula) == 0 && slices.Contains(name, document.KeysOf(document.KeyPlaintiff, p.Name)[0])) {
				row = p.PersonRow
			}
		}
	}
	if len(filings) > 0 {
		row.LastAt = filings[0].CreatedAt
	}
	return row
}

// pairsAmong returns the pairs between these documents.
func (s *People) pairsAmong(ctx context.Context, ids []string) ([]document.Pair, error) {
	all, err := s.Pairs.Of(ctx, ids)
	return slices.DeleteFunc(all, func(p document.Pair) bool {
		return !slices.Contains(ids, p.DocumentID) || !slices.Contains(ids, p.EarlierID)
	}), err
}

// Case implements ports.People.
func (s *People) Case(ctx context.Context, _ account.Actor, radicado string) (document.CaseFile, error) {
	d := document.Document{Radicado: radicado}
	if !d.HasWholeRadicado() {
		return document.CaseFile{}, fault.New(fault.Unprocessable, "radicado_incomplete", "El radicado completo tiene 23 cifras; uno más corto se repite en muchos juzgados. Ábralo desde uno de sus documentos.").
			With(fault.Detail{Location: "query.radicado", Message: "Debe tener 23 cifras."})
	}
	return s.caseFile(ctx, radicado, d.CaseKeys())
}

// CaseOf implements ports.People. Papers of the case that lack its number, such as the tutela before it had one, are
// found by what they say.
func (s *People) CaseOf(ctx context.Context, _ account.Actor, documentID string) (document.CaseFile, error) {
	return inView(ctx, s.View, func(ctx context.Context) (document.CaseFile, error) {
		d, err := s.Documents.Get(ctx, documentID)
		if err != nil {
			return document.CaseFile{}, err
		}
		related, err := s.Comparer.relatedTo(ctx, documentID)
		if err != nil {
			return document.CaseFile{}, err
		}
		file, err := s.caseFile(ctx, d.Radicado, d.CaseKeys())
		switch {
		case fault.KindOf(err) == fault.NotFound && len(related.SameCase)+len(d.Numbers()) > 0:
			file = document.CaseFile{Radicado: d.Radicado, Items: []document.Summary{d.Summary()}, Total: 1}
		case err != nil:
			return document.CaseFile{}, err
		}
		return s.withPapers(ctx, file, related.SameCase)
	})
}

// withPapers adds the papers of a case that it lacks, the newest documents first.
func (s *People) withPapers(ctx context.Context, file document.CaseFile, papers []document.Duplicate) (document.CaseFile, error) {
	var ids []string
	for _, p := range papers {
		if !slices.ContainsFunc(file.Items, func(d document.Summary) bool { return d.ID == p.DocumentID }) {
			ids = append(ids, p.DocumentID)
		}
	}
	if len(ids) == 0 {
		return file, nil
	}
	found, err := s.Documents.Summaries(ctx, ids)
	if err != nil {
		return file, err
	}
	for _, d := range found {
		file.Items = append(file.Items, d)
		file.Total++
	}
	slices.SortFunc(file.Items, func(a, b document.Summary) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	ids = ids[:0]
	for _, d := range file.Items {
		ids = append(ids, d.ID)
	}
	file.Pairs, err = s.pairsAmong(ctx, ids)
	return file, err
}

func (s *People) caseFile(ctx context.Context, radicado string, numbers []document.Key) (document.CaseFile, error) {
	file := document.CaseFile{Radicado: radicado}
	err := s.View.InView(ctx, func(ctx context.Context) error {
		found, err := s.Recurrences.WithKeys(ctx, numbers, "", maxFilings)
		if err != nil {
			return err
		}
		if found.Total == 0 {
			return fault.New(fault.NotFound, "case_not_found", "Ningún documento tiene ese radicado.")
		}
		file.Items, file.Total = found.Items, found.Total
		ids := make([]string, len(found.Items))
		for i, d := range found.Items {
			ids[i] = d.ID
		}
		file.Pairs, err = s.pairsAmong(ctx, ids)
		return err
	})
	return file, err
}
