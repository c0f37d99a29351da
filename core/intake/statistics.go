package intake

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Statistics implements ports.Statistics. All fields are required.
type Statistics struct {
	View      ports.Viewer
	Documents ports.Documents
	Tasks     ports.Tasks
	Tallies   ports.Tallies
	Pairs     ports.Pairs
	Now       func() time.Time
}

var _ ports.Statistics = (*Statistics)(nil)

// dashboardDays is the number of days on the dashboard, including today.
const dashboardDays = 30

// counts are the tallies of one snapshot.
type counts struct {
	byKind []document.Tally
	perDay map[document.Day]int
}

func (s *Statistics) counts(ctx context.Context, from, to document.Day) (counts, error) {
	return inView(ctx, s.View, func(ctx context.Context) (c counts, err error) {
		if c.byKind, err = s.Tallies.ByKind(ctx); err == nil {
			c.perDay, err = s.Tallies.PerDay(ctx, from, to)
		}
		return c, err
	})
}

// Processing implements ports.Statistics.
func (s *Statistics) Processing(ctx context.Context, _ account.Actor) (document.Processing, error) {
	today := document.DayOf(s.Now())
	counted, err := s.counts(ctx, today.Monday(), today)
	if err != nil {
		return document.Processing{}, err
	}
	tallies, days := counted.byKind, counted.perDay
	p := document.Processing{Today: days[today]}
	for _, n := range days {
		p.ThisWeek += n
	}
	var reading time.Duration
	for _, t := range tallies {
		p.Documents += t.Documents
		p.Read += t.Read
		reading += t.Reading
		p.Manual += t.TypedIn
	}
	if p.Read > 0 {
		p.Average = reading / time.Duration(p.Read)
	}
	return p, nil
}

// Dashboard implements ports.Statistics.
func (s *Statistics) Dashboard(ctx context.Context, _ account.Actor) (document.Dashboard, error) {
	today := document.DayOf(s.Now())
	first := today - dashboardDays + 1
	counted, err := s.counts(ctx, first, today)
	if err != nil {
		return document.Dashboard{}, err
	}
	tallies, days := counted.byKind, counted.perDay
	d := document.Dashboard{ByType: map[document.Type]int{}, ByStatus: map[document.Status]int{}}
	legible, confidence := 0, 0.0
	for _, t := range tallies {
		d.Documents += t.Documents
		d.ByType[t.Type] += t.Documents
		d.ByStatus[t.Status] += t.Documents
		d.Duplicated += t.Duplicated
		legible += t.Legible
		confidence += t.Confidence
	}
	d.PendingValidation = d.Documents - d.ByStatus[document.Validated]
	if legible > 0 {
		d.OCRConfidence = confidence / float64(legible)
	}
	for day := first; day <= today; day++ {
		d.PerDay = append(d.PerDay, document.DayCount{Day: day, Count: days[day]})
	}
	return d, nil
}
