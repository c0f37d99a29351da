package intake

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// pairing stores the pairs that comparisons find. From its pairs it derives whether a document
// repeats another.
type pairing struct {
	pairs     ports.Pairs
	documents ports.Documents
}

// found stores the pairs of a document received at that time. document.MaxOthers bounds both
// lists; form letters and papers of one case are not pairs. Of identical files one is a pair: see ofCopies.
func (p pairing) found(ctx context.Context, id string, received time.Time, related document.Related, later []overtaker) error {
	pairs, err := p.ofCopies(ctx, id, received, related, later)
	if err != nil {
		return err
	}
	for i, relation := range []document.Relation{document.SameFacts, document.OtherClaim} {
		n := 0
		for _, d := range *related.Lists()[i] {
			if !d.IsSameFile() && n < document.MaxOthers {
				pairs = append(pairs, pairOf(id, relation, d, received))
				n++
			}
		}
	}
	most := len(pairs) + 2*document.MaxOthers
	for _, o := range later {
		if o.list < 2 && !o.IsSameFile() && len(pairs) < most {
			relation := []document.Relation{document.SameFacts, document.OtherClaim}[o.list]
			pairs = append(pairs, pairOf(o.DocumentID, relation, o.Mirrored(id, ""), o.received))
		}
	}
	if err := p.pairs.Replace(ctx, id, pairs); err != nil {
		return fmt.Errorf("storing what was found: %w", err)
	}
	return nil
}

// pairOf returns the pair of a document and an earlier one that it is related to.
func pairOf(later string, relation document.Relation, earlier document.Duplicate, received time.Time) document.Pair {
	return document.Pair{
		DocumentID: later, EarlierID: earlier.DocumentID, Relation: relation, Page: earlier.Pages[0], EarlierPage: earlier.Pages[1],
		Similarity: earlier.Similarity, Reason: document.ReasonOf(earlier.Assessment), ReceivedAt: received.UTC(),
	}
}

// settle updates the duplicate state of documents from their pairs.
func (p pairing) settle(ctx context.Context, ids ...string) error {
	summaries, err := p.documents.Summaries(ctx, ids)
	if err != nil {
		return err
	}
	pairs, err := p.pairs.Of(ctx, ids)
	if err != nil {
		return err
	}
	for id, s := range summaries {
		state := document.DuplicateStateOf(id, pairs)
		if state == s.DuplicateState {
			continue
		}
		if err := p.documents.Update(ctx, id, func(d *document.Document) error { d.DuplicateState = state; return nil }); err != nil {
			return fmt.Errorf("noting whether a document repeats another: %w", err)
		}
	}
	return nil
}

// ListPairs implements ports.Duplicates.
func (s *Service) ListPairs(ctx context.Context, _ account.Actor, f document.PairFilter, page document.PageRequest) (document.PairRowListing, error) {
	if err := f.Validate(); err != nil {
		return document.PairRowListing{}, err
	}
	return inView(ctx, s.View, func(ctx context.Context) (document.PairRowListing, error) {
		list, err := s.Pairs.List(ctx, f, page)
		if err != nil {
			return document.PairRowListing{}, err
		}
		rows, err := pairRows(ctx, s.Documents, list.Items)
		return document.PairRowListing{Items: rows, Total: list.Total, Page: list.Page}, err
	})
}

// pairRows joins pairs with their documents. It drops the pairs of documents deleted in the
// meantime.
func pairRows(ctx context.Context, documents ports.Documents, pairs []document.Pair) ([]document.PairRow, error) {
	var ids []string
	for _, p := range pairs {
		ids = append(ids, p.DocumentID, p.EarlierID)
	}
	slices.Sort(ids)
	summaries, err := documents.Summaries(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	var rows []document.PairRow
	for _, p := range pairs {
		later, ok := summaries[p.DocumentID]
		earlier, there := summaries[p.EarlierID]
		if ok && there {
			rows = append(rows, document.PairRow{Pair: p, Document: later, Earlier: earlier})
		}
	}
	return rows, nil
}

// Decide implements ports.Duplicates. It compares two documents without a stored pair before the
// transaction, to keep that short.
func (s *Service) Decide(ctx context.Context, by account.Actor, id, other string, verdict document.PairVerdict, note string) (document.PairRow, error) {
	var row document.PairRow
	note, err := checkDecision(id, other, verdict, note)
	if err != nil {
		return row, err
	}
	for _, one := range []string{id, other} {
		if err := s.exists(ctx, one); err != nil {
			return row, err
		}
	}
	fresh, err := s.Pairs.Get(ctx, id, other)
	if fault.KindOf(err) == fault.NotFound {
		fresh, err = s.compared(ctx, id, other)
	}
	if err != nil {
		return row, err
	}
	decision := document.Decision{Verdict: verdict, Note: note, By: by.Username, At: s.Now().UTC()}
	if verdict == "" {
		decision = document.Decision{}
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		p, err := s.Pairs.Get(ctx, id, other)
		if fault.KindOf(err) == fault.NotFound {
			p, err = fresh, nil
			p.Decision = document.Decision{}
		}
		if err != nil {
			return err
		}
		before := p.Decision
		p.Decision = decision
		if before.String() != decision.String() {
			if err := s.decideGroup(ctx, by, p, before); err != nil {
				return err
			}
		} else {
			p.Decision = before
		}
		rows, err := pairRows(ctx, s.Documents, []document.Pair{p})
		if err == nil && len(rows) == 0 {
			err = errNoDocument
		}
		if err != nil {
			return err
		}
		row = rows[0]
		return nil
	})
	return row, err
}

// decide stores the new decision on a pair and its consequences. It deletes a pair that neither
// the program nor a person relates.
func (s *Service) decide(ctx context.Context, by account.Actor, p document.Pair, before document.Decision) error {
	var err error
	if related := p.Relation == document.SameFacts || p.Relation == document.OtherClaim; related || p.Decision.IsMade() {
		err = s.Pairs.Put(ctx, p)
	} else {
		err = s.Pairs.Delete(ctx, p.DocumentID, p.EarlierID)
	}
	if err != nil {
		return fmt.Errorf("storing a decision: %w", err)
	}
	now := s.Now().UTC()
	var lines []document.Change
	for _, one := range []string{p.DocumentID, p.EarlierID} {
		written := func(d document.Decision) string {
			if !d.IsMade() {
				return ""
			}
			return p.Other(one) + " " + d.String()
		}
		lines = append(lines, document.Change{DocumentID: one, At: now, User: by.Username, By: by.Username, Field: document.FieldDecision,
			From: written(before), To: written(p.Decision)})
	}
	if err := s.Changes.Append(ctx, lines); err != nil {
		return fmt.Errorf("storing the history: %w", err)
	}
	return s.pairing.settle(ctx, p.DocumentID)
}

func checkDecision(id, other string, verdict document.PairVerdict, note string) (string, error) {
	if verdict != "" && !slices.Contains(document.PairVerdicts(), verdict) {
		return "", fault.New(fault.Unprocessable, "unknown_decision", "La decisión debe ser duplicate, not_duplicate o new_claim.").
			With(fault.Detail{Location: "body.decision", Message: "Debe ser duplicate, not_duplicate o new_claim.", Value: string(verdict)})
	}
	if id == other {
		return "", fault.New(fault.Unprocessable, "same_document", "Es el mismo documento; indique otro con el que se compara.").
			With(fault.Detail{Location: "path.other", Message: "Debe ser otro documento."})
	}
	return document.CleanNote(note)
}

// compared compares two documents without a stored pair.
func (s *Service) compared(ctx context.Context, id, other string) (document.Pair, error) {
	c := document.Comparison{}
	left, err := s.Documents.Get(ctx, id)
	if err != nil {
		return document.Pair{}, err
	}
	right, err := s.Documents.Get(ctx, other)
	if err != nil {
		return document.Pair{}, err
	}
	if err := s.relate(ctx, &c, &left, &right, document.Pair{}); err != nil {
		return document.Pair{}, err
	}
	received, err := arrivalsOf(ctx, s.Documents, []string{id, other})
	if err != nil {
		return document.Pair{}, err
	}
	relation := c.Relation
	if relation == document.SameFile {
		relation = document.SameFacts
	}
	earlier := c.Duplicate
	if c.LaterID == other {
		earlier = c.Mirrored(id, left.FileName)
	}
	return pairOf(c.LaterID, relation, earlier, received[c.LaterID]), nil
}

// arrivals are the times at which documents arrived, by their IDs.
type arrivals map[string]time.Time

func arrivalsOf(ctx context.Context, documents ports.Documents, ids []string) (arrivals, error) {
	at := arrivals{}
	summaries, err := documents.Summaries(ctx, ids)
	for id, d := range summaries {
		at[id] = d.Arrived()
	}
	return at, err
}

// later returns the document that arrived later; of two that arrived together the one that was stored later.
func (a arrivals) later(id, other string) string {
	if order := a[id].Compare(a[other]); order > 0 || order == 0 && id > other {
		return id
	}
	return other
}

// inOrder separates the documents related to one that arrived at that time from those that arrived later.
func inOrder(ctx context.Context, documents ports.Documents, id string, at time.Time, related document.Related,
) (earlier document.Related, later []overtaker, err error) {
	arrived, err := arrivalsOf(ctx, documents, related.IDs())
	if err != nil {
		return earlier, nil, fmt.Errorf("asking when documents arrived: %w", err)
	}
	arrived[id] = at
	for i, list := range earlier.Lists() {
		for _, d := range *related.Lists()[i] {
			if arrived.later(d.DocumentID, id) == id {
				*list = append(*list, d)
			} else {
				later = append(later, overtaker{Duplicate: d, list: i, received: arrived[d.DocumentID]})
			}
		}
	}
	return earlier, later, nil
}

// decided sorts related documents by people's decisions: a decided pair is listed under its
// decision.
func (c *Comparer) decided(ctx context.Context, id string, related *document.Related) error {
	pairs, err := c.Pairs.Of(ctx, []string{id})
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if !p.Decision.IsMade() {
			continue
		}
		d := document.Duplicate{DocumentID: p.Other(id), Assessment: dedup.Assessment{Similarity: p.Similarity,
			Reasons: []dedup.Reason{{Code: "decided", Text: p.Reason}}}}
		for _, list := range related.Lists() {
			*list = slices.DeleteFunc(*list, func(x document.Duplicate) bool {
				if x.DocumentID == d.DocumentID {
					d = x
				}
				return x.DocumentID == d.DocumentID
			})
		}
		d.Decision = p.Decision
		into := map[document.PairVerdict]*[]document.Duplicate{document.IsDuplicate: &related.Duplicates, document.IsNewClaim: &related.NewClaims,
			document.NotDuplicate: &related.Dismissed}[p.Decision.Verdict]
		*into = append(*into, d)
	}
	for _, list := range append(related.Lists(), &related.Dismissed) {
		if *list, err = c.named(ctx, *list); err != nil {
			return err
		}
		slices.SortStableFunc(*list, bySimilarity)
	}
	return nil
}

// refound finds the pairs of a document again after it was typed in or corrected, and stores them
// in the transaction of ctx.
func (s *Service) refound(ctx context.Context, detector *dedup.Detector, d *document.Document, fp dedup.Fingerprint) error {
	copies, err := s.Comparer.copies(ctx, d.SHA256)
	if err != nil {
		return err
	}
	prints, err := s.Comparer.stored(ctx, detector, d)
	if err != nil {
		return err
	}
	prints[0] = fp
	related, err := s.Comparer.related(ctx, detector, prints, copies)
	if err != nil {
		return err
	}
	before, err := s.Pairs.Of(ctx, []string{d.ID})
	if err != nil {
		return err
	}
	earlier, later, err := inOrder(ctx, s.Documents, d.ID, d.Arrived(), related)
	if err != nil {
		return err
	}
	if err := s.pairing.found(ctx, d.ID, d.Arrived(), earlier, later); err != nil {
		return err
	}
	if err := s.letters.place(ctx, detector, fp, related.Mass); err != nil {
		return err
	}
	affected := []string{d.ID}
	for _, p := range before {
		affected = append(affected, p.DocumentID)
	}
	for _, o := range later {
		affected = append(affected, o.DocumentID)
	}
	slices.Sort(affected)
	return s.pairing.settle(ctx, slices.Compact(affected)...)
}
