package notify

import (
	"context"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

// maxCalendar is the maximum length of a calendar in days: a leap year.
const maxCalendar = 366

// due converts the request's conditions on due days into creation times.
func (s *Service) due(r notification.ListRequest) notification.NotificationFilter {
	f := r.NotificationFilter
	if r.Open {
		f.OpenFrom = time.UnixMicro(0).UTC()
	}
	if r.Overdue {
		f.OpenBefore = s.opts.Calendar.OverdueBefore(s.now(), s.opts.OverdueDays)
	}
	if r.DueOn != 0 {
		first, last := s.opts.Calendar.CreatedFor(r.DueOn, r.DueOn, s.opts.OverdueDays)
		f.OpenFrom, f.OpenBefore = first.Begin(), (last + 1).Begin()
	}
	return f
}

// Concerned implements ports.NotificationService.
func (s *Service) Concerned(
	ctx context.Context,
	_ account.Actor,
	list []notification.Notification,
) (cases map[string]notification.Case, subjects map[string]notification.Subject, err error) {
	var caseIDs, subjectIDs []string
	for _, n := range list {
		caseIDs, subjectIDs = append(caseIDs, n.CaseID), append(subjectIDs, n.SubjectID)
	}
	if cases, err = s.Cases.ByID(ctx, caseIDs); err == nil {
		subjects, err = s.Subjects.ByID(ctx, subjectIDs)
	}
	return cases, subjects, err
}

// Outlook implements ports.NotificationService.
func (s *Service) Outlook(n notification.Notification) notification.Outlook {
	o := notification.Outlook{Moves: notification.NextStates(n.State, n.Channel), Unsent: s.unsent(n)}
	if s.onItsWay(n.Dispatch) {
		for i := range o.Moves {
			o.Moves[i].Refusal = errBeingSent.Message
		}
	}
	if n.State.Open() {
		c, today := s.opts.Calendar, document.DayOf(s.now())
		o.Due = c.DueDay(document.DayOf(n.CreatedAt), s.opts.OverdueDays)
		o.Left = c.BusinessDaysBetween(today, o.Due) - c.BusinessDaysBetween(o.Due, today)
		o.Overdue = o.Left < 0
	}
	return o
}

// Calendar implements ports.NotificationService.
func (s *Service) Calendar(ctx context.Context, _ account.Actor, from, to document.Day) ([]notification.CalendarDay, error) {
	if to < from || to-from >= maxCalendar {
		return nil, fault.New(
			fault.Unprocessable,
			"invalid_date_range",
			fmt.Sprintf("Pida un calendario de 1 a %d días, con la fecha inicial antes de la final.", maxCalendar),
		)
	}
	c := s.opts.Calendar
	first, last := c.CreatedFor(from, to, s.opts.OverdueDays)
	created, err := s.Notifications.OpenPerDay(ctx, first, last)
	if err != nil {
		return nil, err
	}
	today := document.DayOf(s.now())
	days := make([]notification.CalendarDay, 0, to-from+1)
	for d := from; d <= to; d++ {
		days = append(days, notification.CalendarDay{Day: d, ClosedFor: c.ClosedFor(d), Today: d == today})
	}
	for day, n := range created {
		days[c.DueDay(day, s.opts.OverdueDays)-from].Due += n
	}
	return days, nil
}
