package intake_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/namesakes"
)

func TestRecurringFindsOtherFormsOfAName(t *testing.T) {
	h := newHouse(t, nil)
	stored := namesakes.Documents(h.clock.Now(), h.clock.NewID)
	for _, d := range stored {
		if err := h.Documents().Create(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	namesakes.Check(t, stored, func(id string, p document.Person) (document.Recurrence, error) {
		return h.service.Recurring(t.Context(), clerk, id, p)
	})
}
