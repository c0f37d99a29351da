package intake

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// Search implements ports.Intake.
func (s *Service) Search(ctx context.Context, _ account.Actor, wanted document.Search) (document.Found, error) {
	q := search.Parse(wanted.Text)
	if err := wanted.Filter.Validate(); err != nil {
		return document.Found{}, err
	}
	return inView(ctx, s.View, func(ctx context.Context) (document.Found, error) { return s.find(ctx, q, wanted) })
}

func (s *Service) find(ctx context.Context, q search.Query, wanted document.Search) (document.Found, error) {
	list, err := s.Finder.Find(ctx, q, wanted.Filter.At(document.DayOf(s.Now())), wanted.Order, wanted.Page)
	if err != nil {
		return document.Found{}, err
	}
	ids := make([]string, len(list.Items))
	for i, item := range list.Items {
		ids[i] = item.ID
	}
	passages, err := s.Finder.Passages(ctx, ids)
	if err != nil {
		return document.Found{}, err
	}
	found := document.Found{Total: list.Total, AtLeast: list.AtLeast, Page: list.Page}
	for _, item := range list.Items {
		found.Items = append(found.Items, document.Finding{Summary: item, Snippet: q.Snippet(passages[item.ID])})
	}
	return found, nil
}
