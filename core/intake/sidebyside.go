package intake

import (
	"cmp"
	"context"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// maxAlignLength bounds a text to align, in code points: about a thousand pages.
const maxAlignLength = 2_000_000

var relations = map[dedup.Relation]document.Relation{
	dedup.Duplicate: document.SameFacts,
	dedup.NewClaim:  document.OtherClaim,
	dedup.Mass:      document.SameLetter,
	dedup.SameCase:  document.SameCase,
	dedup.Unrelated: document.OtherDocument,
}

// Compare implements ports.Intake.
func (s *Service) Compare(ctx context.Context, _ account.Actor, id, other string) (document.Comparison, error) {
	c, err := inView(ctx, s.View, func(ctx context.Context) (document.Comparison, error) { return s.readComparison(ctx, id, other) })
	if err != nil {
		return document.Comparison{}, err
	}
	c.Aligned = utf8.RuneCountInString(c.LeftText) <= maxAlignLength && utf8.RuneCountInString(c.RightText) <= maxAlignLength
	if c.Aligned {
		c.Passages = align.Texts(c.LeftText, c.RightText)
		for i := range c.Passages {
			c.Passages[i].Left.Shift(c.LeftStart)
			c.Passages[i].Right.Shift(c.RightStart)
		}
		c.Shared = shared(c.Passages)
	}
	switch {
	case !c.Aligned:
		c.Reasons = append(c.Reasons, dedup.Reason{Code: "texts_too_long", Text: "los textos son demasiado largos para mostrar sus diferencias"})
	case cmp.Or(c.LeftText, c.RightText) == "":
		c.Reasons = append(c.Reasons, dedup.Reason{Code: "no_texts", Text: "ninguno de los dos tiene texto: solo se comparan sus datos"})
	case c.LeftText == "" || c.RightText == "":
		c.Reasons = append(c.Reasons, dedup.Reason{Code: "one_text", Text: "uno de los dos no tiene texto: solo se comparan sus datos"})
	}
	return c, nil
}

// readComparison returns what is stored of a comparison: all but the aligned passages, which take
// longer than a snapshot should be held.
func (s *Service) readComparison(ctx context.Context, id, other string) (document.Comparison, error) {
	left, err := s.Documents.Get(ctx, id)
	if err != nil {
		return document.Comparison{}, err
	}
	right, err := s.Documents.Get(ctx, other)
	if err != nil {
		return document.Comparison{}, err
	}
	c := document.Comparison{Left: left.Summary(), Right: right.Summary()}
	p, err := s.Pairs.Get(ctx, id, other)
	isStored := err == nil
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return document.Comparison{}, err
	}
	if err := s.relate(ctx, &c, &left, &right, p); err != nil {
		return document.Comparison{}, err
	}
	if isStored {
		c.LaterID, c.Decision = p.DocumentID, p.Decision
	}
	return c, nil
}

// relate sets the texts that are compared and how the two documents are related, as the search for
// duplicates would. Of files with several filings it compares the two of the stored pair, or of an
// empty one those that match best.
func (s *Service) relate(ctx context.Context, c *document.Comparison, left, right *document.Document, stored document.Pair) error {
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return err
	}
	a, err := s.Comparer.stored(ctx, detector, left)
	if err != nil {
		return err
	}
	b, err := s.Comparer.stored(ctx, detector, right)
	if err != nil {
		return err
	}
	i, j, m, ok := paired(detector, stored, a, b)
	if !ok {
		if i, j, m, err = closest(ctx, detector, a, b); err != nil {
			return err
		}
	}
	c.LeftText, c.RightText = left.Filings()[i].Text, right.Filings()[j].Text
	c.LeftStart, c.RightStart = left.FilingStart(i), right.FilingStart(j)
	c.Config = detector.Config()
	c.Duplicate = document.Duplicate{DocumentID: right.ID, FileName: right.FileName, Pages: m.pages}
	c.LaterID = arrivals{left.ID: left.Arrived(), right.ID: right.Arrived()}.later(left.ID, right.ID)
	switch {
	case left.ID == right.ID:
		c.Relation, c.Assessment = document.SameDocument, dedup.Identical(dedup.Reason{Code: "same_document", Text: "es el mismo documento", Weight: 1})
	case left.SHA256 != "" && left.SHA256 == right.SHA256:
		c.Relation, c.Assessment = document.SameFile, document.SameFileAssessment()
	default:
		matches := []documentMatch{m}
		matches[0].ID = right.ID
		err = s.Comparer.excuseAnnexes(ctx, left.ID, matches)
		c.Relation, c.Assessment = relations[matches[0].Relation], matches[0].Assessment
	}
	return err
}

// shared returns the share of words in common passages.
func shared(passages []align.Passage) float64 {
	both, all := 0, 0
	for _, p := range passages {
		n := p.Left.Words + p.Right.Words
		all += n
		if p.Kind == align.Both {
			both += n
		}
	}
	return float64(both) / float64(max(1, all))
}
