package intake

import (
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// lettering groups the filings of one form letter. Similarity is not transitive, so each letter
// has a representative: a filing joins if it is similar to a member and to the representative.
type lettering struct {
	letters ports.Letters
	index   dedup.Index
}

// place assigns a stored document to its letter. mass has the filings of other parties with the
// same letter, the most similar first.
func (l lettering) place(ctx context.Context, detector *dedup.Detector, fp dedup.Fingerprint, mass []document.Duplicate) error {
	ids := []string{fp.ID}
	for _, m := range mass {
		ids = append(ids, m.DocumentID)
	}
	of, err := l.letters.Of(ctx, ids)
	if err != nil {
		return fmt.Errorf("asking for form letters: %w", err)
	}
	letterID, together := "", []string{fp.ID}
	if own, ok := of[fp.ID]; ok && own.Representative == fp.ID {
		letterID = own.ID // the other members were compared with it
	}
	tried := map[string]bool{}
	for _, m := range mass {
		letter, ok := of[m.DocumentID]
		if !ok {
			together = append(together, m.DocumentID)
			continue
		}
		if letterID != "" || tried[letter.ID] {
			continue
		}
		tried[letter.ID] = true
		if ok, err = l.alike(ctx, detector, fp, letter.Representative); err != nil {
			return err
		}
		if ok {
			letterID = letter.ID
		}
	}
	switch {
	case letterID != "":
		err = l.letters.Put(ctx, letterID, fp.ID)
	case len(mass) == 0:
		err = l.letters.Remove(ctx, fp.ID)
	default:
		err = l.letters.Put(ctx, fp.ID, together...)
	}
	if err != nil {
		return fmt.Errorf("storing a form letter: %w", err)
	}
	return nil
}

// alike reports whether a filing is similar to the representative of a letter. Filings of the same
// person count as well.
func (l lettering) alike(ctx context.Context, detector *dedup.Detector, fp dedup.Fingerprint, representative string) (bool, error) {
	other, err := l.index.Get(ctx, representative)
	if stale(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading the representative of a form letter: %w", err)
	}
	_, ok := detector.Compare(fp, other)
	return ok, nil
}

// FormLetters implements ports.FormLetters. All fields are required.
type FormLetters struct {
	View      ports.Viewer
	Documents ports.Documents
	Letters   ports.Letters
	Pairs     ports.Pairs
}

var _ ports.FormLetters = (*FormLetters)(nil)

// ListLetters implements ports.FormLetters.
func (s *FormLetters) ListLetters(ctx context.Context, _ account.Actor, documentID string, page document.PageRequest) (document.LetterRowListing, error) {
	return inView(ctx, s.View, func(ctx context.Context) (document.LetterRowListing, error) {
		return s.listLetters(ctx, documentID, page)
	})
}

func (s *FormLetters) listLetters(ctx context.Context, documentID string, page document.PageRequest) (document.LetterRowListing, error) {
	list := document.LetterListing{Page: page}
	var err error
	if documentID == "" {
		list, err = s.Letters.List(ctx, page)
	} else {
		var of map[string]document.Letter
		if of, err = s.Letters.Of(ctx, []string{documentID}); of[documentID].People > 1 {
			list.Items, list.Total = []document.Letter{of[documentID]}, 1
		}
	}
	if err != nil {
		return document.LetterRowListing{}, err
	}
	rows, err := s.letterRows(ctx, list.Items)
	return document.LetterRowListing{Items: rows, Total: list.Total, Page: list.Page}, err
}

// Letter implements ports.FormLetters.
func (s *FormLetters) Letter(ctx context.Context, _ account.Actor, id string, page document.PageRequest,
) (row document.LetterRow, members document.Listing, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		letter, err := s.Letters.Get(ctx, id)
		if err != nil {
			return err
		}
		rows, err := s.letterRows(ctx, []document.Letter{letter})
		if err != nil {
			return err
		}
		row = rows[0]
		members, err = s.Letters.Members(ctx, id, page)
		return err
	})
	return row, members, err
}

// maxLetterMembers bounds the filings of a letter of which the pairs are listed.
const maxLetterMembers = 500

// LetterPairs implements ports.FormLetters.
func (s *FormLetters) LetterPairs(ctx context.Context, by account.Actor, id string) (document.LetterPairs, error) {
	return inView(ctx, s.View, func(ctx context.Context) (document.LetterPairs, error) {
		row, members, err := s.Letter(ctx, by, id, document.PageRequest{Number: 1, Size: maxLetterMembers})
		if err != nil {
			return document.LetterPairs{}, err
		}
		ids := []string{row.Sample.ID}
		for _, m := range members.Items {
			ids = append(ids, m.ID)
		}
		stored, err := s.Pairs.Of(ctx, ids)
		if err != nil {
			return document.LetterPairs{}, err
		}
		found := document.UndecidedIn(row.Sample, members.Items, stored)
		found.Beyond = max(0, members.Total-len(members.Items))
		return found, nil
	})
}

func (s *FormLetters) letterRows(ctx context.Context, letters []document.Letter) ([]document.LetterRow, error) {
	var ids []string
	for _, l := range letters {
		ids = append(ids, l.Representative)
	}
	samples, err := s.Documents.Summaries(ctx, ids)
	if err != nil {
		return nil, err
	}
	var rows []document.LetterRow
	for _, l := range letters {
		rows = append(rows, document.LetterRow{Letter: l, Sample: samples[l.Representative]})
	}
	return rows, nil
}
