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

// Workbook implements ports.NotificationService. It reads one snapshot: a notification that is
// registered meanwhile would shift the pages of the list.
func (s *Service) Workbook(ctx context.Context, _ account.Actor, caseID string) (made notification.Workbook, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		made, err = s.workbook(ctx, caseID)
		return err
	})
	return made, err
}

func (s *Service) workbook(ctx context.Context, caseID string) (notification.Workbook, error) {
	c, err := s.Cases.Get(ctx, caseID)
	if err != nil {
		return notification.Workbook{}, err
	}
	var out bytes.Buffer
	err = s.Workbooks.Write(ctx, &out, notification.NotificationTable(), func(add func([]spreadsheet.Cell) error) error {
		subjects := map[string]notification.Subject{}
		for page := 1; ; page++ {
			list, err := s.Notifications.List(ctx, notification.NotificationFilter{CaseID: caseID}, pagination.Request{Number: page, Size: exportPage})
			if err != nil || len(list.Items) == 0 {
				return err
			}
			for _, n := range list.Items {
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
	name := spreadsheet.FileName("notificaciones "+notification.NumberKey(c.Number), spreadsheet.WorkbookExtension)
	return notification.Workbook{Name: name, Content: out.Bytes()}, nil
}
