package memory

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
)

// tallies implements ports.Tallies.
type tallies struct{ s *Store }

func (c tallies) ByKind(ctx context.Context) ([]document.Tally, error) {
	var all []document.Tally
	err := c.s.do(ctx, func(*transaction) error {
		place := map[[2]string]int{}
		for _, d := range c.s.documents {
			kind := [2]string{string(d.Type), string(d.Status)}
			i, ok := place[kind]
			if !ok {
				i = len(all)
				place[kind], all = i, append(all, document.Tally{Type: d.Type, Status: d.Status})
			}
			t := &all[i]
			t.Documents++
			if d.IsRead() {
				t.Read++
				t.Reading += d.ProcessingTime
				t.Confidence += d.OCRConfidence
			}
			if d.Duplicates > 0 {
				t.Duplicated++
			}
		}
		return nil
	})
	return all, err
}

func (c tallies) PerDay(ctx context.Context, from, to document.Day) (map[document.Day]int, error) {
	days := map[document.Day]int{}
	err := c.s.do(ctx, func(*transaction) error {
		for _, d := range c.s.documents {
			if day := document.DayOf(d.CreatedAt); from <= day && day <= to {
				days[day]++
			}
		}
		return nil
	})
	return days, err
}
