package notify

import (
	"bytes"
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// exportPage is how many notifications one query reads.
const exportPage = 100

// Workbook implements ports.NotificationService. The list is sorted newest first, so new
// notifications shift its pages; repeated rows are dropped.
func (s *Service) Workbook(ctx context.Context, _ account.Actor, caseID string) (notification.Workbook, error) {
	c, err := s.Cases.Get(ctx, caseID)
	if err != nil {
		return notification.Workbook{}, err
	}
	var out bytes.Buffer
	err = s.Workbooks.Write(ctx, &out, notification.NotificationTable(), func(add func([]spreadsheet.Cell) error) error {
		subjects, seen := map[string]notification.Subject{}, map[string]bool{}
		for page := 1; ; page++ {
			list, err := s.Notifications.List(ctx, notification.NotificationFilter{CaseID: caseID}, pagination.Request{Number: page, Size: exportPage})
			if err != nil || len(list.Items) == 0 {
				return err
			}
			for _, n := range list.Items {
				if seen[n.ID] {
					continue
				}
				seen[n.ID] = true
				subject, known := subjects[n.SubjectID]
				if !known {
					if subject, err = s.Subjects.Get(ctx, n.SubjectID); err != nil {
						return err
					}
					subjects[n.SubjectID] = subject
				}
				if err := add(notification.NotificationRow(n, c, subject)); err != nil {
					return err
				}
			}
		}
	})
	if err != nil {
		return notification.Workbook{}, fmt.Errorf("writing the notifications of a case: %w", err)
	}
	return notification.Workbook{Name: spreadsheet.FileName("notificaciones " + notification.NumberKey(c.Number)), Content: out.Bytes()}, nil
}
