package intake

import (
	"cmp"
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

const (
	// longestPeriod is the maximum length of a period in days: a leap year.
	longestPeriod = 366
	// recentReadings is the maximum number of recent readings in a report.
	recentReadings = 300
)

// Activity implements ports.Statistics. It reads only counters and indexes, so its cost does not
// depend on how many documents are stored.
func (s *Statistics) Activity(ctx context.Context, _ account.Actor, from, to document.Day) (document.ActivityReport, error) {
	to = cmp.Or(to, document.DayOf(s.Now()))
	from = cmp.Or(from, to-dashboardDays+1)
	if err := (document.Filter{From: from, To: to}).Validate(); err != nil {
		return document.ActivityReport{}, err
	}
	if to-from >= longestPeriod {
		return document.ActivityReport{}, fault.New(fault.Unprocessable, "invalid_date_range", fmt.Sprintf("Elija un período de %d días como máximo.", longestPeriod)).
			With(fault.Detail{Location: "query.date_from", Message: "Está demasiado lejos de date_to.", Value: from.String()})
	}
	return inView(ctx, s.View, func(ctx context.Context) (document.ActivityReport, error) { return s.activity(ctx, from, to) })
}

func (s *Statistics) activity(ctx context.Context, from, to document.Day) (document.ActivityReport, error) {
	a := document.ActivityReport{From: from, To: to, Pairs: map[document.PairState]int{}, Queue: map[document.TaskStatus]int{}, Due: map[document.Urgency]int{}}
	var err error
	if a.Days, err = s.Tallies.PerDayAndType(ctx, from, to); err != nil {
		return a, err
	}
	first := document.PageRequest{Number: 1, Size: 1}
	for _, state := range document.PairStates() {
		list, err := s.Pairs.List(ctx, document.PairFilter{State: state, From: from, To: to}, first)
		if err != nil {
			return a, err
		}
		a.Pairs[state] = list.Total
	}
	for _, status := range []document.TaskStatus{document.TaskPending, document.TaskProcessing, document.TaskFailed} {
		list, err := s.Tasks.List(ctx, document.TaskFilter{Status: status}, s.Now(), first)
		if err != nil {
			return a, err
		}
		a.Queue[status] = list.Total
	}
	due, err := s.Documents.List(ctx, document.Filter{Review: document.ReviewDue}, first)
	if err != nil {
		return a, err
	}
	a.ToReview = due.Total
	for _, u := range []document.Urgency{document.Overdue, document.DueToday, document.DueThisWeek} {
		list, err := s.Documents.List(ctx, document.Filter{Urgency: u}.At(document.DayOf(s.Now())), first)
		if err != nil {
			return a, err
		}
		a.Due[u] = list.Total
	}
	read, err := s.Tasks.List(ctx, document.TaskFilter{Status: document.TaskCompleted}, s.Now(), document.PageRequest{Number: 1, Size: recentReadings})
	if err != nil {
		return a, err
	}
	for _, t := range read.Items {
		if t.PagesTotal > 0 {
			a.Recent = append(a.Recent, document.TimedReading{DocumentID: t.DocumentID, FileName: t.FileName, Pages: t.PagesTotal,
				Took: t.CompletedAt.Sub(t.StartedAt), EndedAt: t.CompletedAt})
		}
	}
	return a, nil
}
