package notify

import (
	"bytes"
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
	"github.com/cotejo/cotejo/core/sheet"
)

// exportPage is how many notifications are read at once.
const exportPage = 100

// Workbook implements ports.Docket. The list is newest first, so that what is
// registered meanwhile shifts it: whatever comes again is left out.
func (s *Service) Workbook(ctx context.Context, _ account.Actor, caseID string) (docket.Workbook, error) {
	c, err := s.Cases.Get(ctx, caseID)
	if err != nil {
		return docket.Workbook{}, err
	}
	var out bytes.Buffer
	err = s.Workbooks.Write(ctx, &out, docket.NotificationTable(), func(add func([]sheet.Cell) error) error {
		subjects, seen := map[string]docket.Subject{}, map[string]bool{}
		for page := 1; ; page++ {
			list, err := s.Notifications.List(ctx, docket.NotificationFilter{CaseID: caseID}, listing.Request{Number: page, Size: exportPage})
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
				if err := add(docket.NotificationRow(n, c, subject)); err != nil {
					return err
				}
			}
		}
	})
	if err != nil {
		return docket.Workbook{}, fmt.Errorf("writing the notifications of a case: %w", err)
	}
	return docket.Workbook{Name: sheet.FileName("notificaciones " + docket.NumberKey(c.Number)), Content: out.Bytes()}, nil
}
