package intakeapi

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// SavedView is what a user asked the list of documents for, kept under a name.
type SavedView struct {
	ID      string          `json:"id" format:"uuid"`
	Name    string          `json:"name"`
	Owner   string          `json:"owner" doc:"Usuario que la guardó"`
	Shared  bool            `json:"shared" doc:"La ven todos"`
	Mine    bool            `json:"mine" doc:"La guardó quien pregunta"`
	Filters DocumentsChoice `json:"filters" doc:"Parámetros de GET /documents; los que faltan no restringen"`
	SavedAt string          `json:"saved_at" format:"date-time"`
}

func savedViewOf(ctx context.Context, v document.SavedView) (SavedView, error) {
	out := SavedView{ID: v.ID, Name: v.Name, Owner: v.Owner, Shared: v.Shared, Mine: v.Owner == rest.Actor(ctx).Username, SavedAt: stamp(v.At)}
	if err := json.Unmarshal([]byte(v.Filter), &out.Filters); err != nil {
		return out, fmt.Errorf("reading the filters of view %s: %w", v.ID, err)
	}
	return out, nil
}

func (h *handlers) savedViews(ctx context.Context, _ *struct{}) (*enveloped[[]SavedView], error) {
	views, err := h.Views.ViewsOf(ctx, rest.Actor(ctx))
	if err != nil {
		return nil, err
	}
	out := make([]SavedView, len(views))
	for i, v := range views {
		if out[i], err = savedViewOf(ctx, v); err != nil {
			return nil, err
		}
	}
	return envelope(out), nil
}

type saveViewInput struct {
	Body struct {
		Name    string          `json:"name" doc:"De hasta 60 caracteres; si quien llama ya tiene una vista con ese nombre, la reemplaza" example:"Salud, esta semana"`
		Shared  bool            `json:"shared,omitempty" doc:"true: la ven todos"`
		Filters DocumentsChoice `json:"filters" doc:"Parámetros de GET /documents"`
	} `nameHint:"NewSavedView"`
}

func (h *handlers) saveView(ctx context.Context, in *saveViewInput) (*enveloped[SavedView], error) {
	if _, err := in.Body.Filters.filter("body.filters"); err != nil {
		return nil, err
	}
	filters, err := json.Marshal(in.Body.Filters)
	if err != nil {
		return nil, err
	}
	v, err := h.Views.SaveView(ctx, rest.Actor(ctx), document.SavedView{Name: in.Body.Name, Shared: in.Body.Shared, Filter: string(filters)})
	if err != nil {
		return nil, err
	}
	out, err := savedViewOf(ctx, v)
	return envelope(out), err
}

type savedViewPath struct {
	ID string `path:"id"`
}

func (h *handlers) deleteView(ctx context.Context, in *savedViewPath) (*struct{}, error) {
	return nil, h.Views.DeleteView(ctx, rest.Actor(ctx), identifier(in.ID))
}
