package intakeapi

import (
	"context"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// BinnedDocument is a deleted document that can be restored.
type BinnedDocument struct {
	ID           string  `json:"id" format:"uuid"`
	FileName     string  `json:"file_name"`
	DocumentType string  `json:"document_type"`
	Demandante   string  `json:"demandante"`
	Demandado    string  `json:"demandado"`
	DeletedBy    string  `json:"deleted_by" doc:"Usuario que lo borró"`
	DeletedAt    string  `json:"deleted_at" format:"date-time"`
	KeptUntil    *string `json:"kept_until" format:"date-time" doc:"Hasta cuándo se puede restaurar; después se elimina con su original; null si se dividió en escritos, que se conserva"`
}

type binInput struct {
	Page    int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage int `query:"per_page" default:"20" minimum:"1" maximum:"100"`
}

func (h *handlers) bin(ctx context.Context, in *binInput) (*paged[BinnedDocument], error) {
	list, err := h.Bin.ListBin(ctx, rest.Actor(ctx), document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, binnedOf), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), nil, list.Page, list.Total)
	return out, nil
}

func binnedOf(b document.Binned) BinnedDocument {
	return BinnedDocument{ID: b.ID, FileName: b.FileName, DocumentType: string(b.Type), Demandante: b.Plaintiff, Demandado: b.Defendant,
		DeletedBy: b.DeletedBy, DeletedAt: stamp(b.DeletedAt), KeptUntil: stampOrNull(keptUntil(b))}
}

// keptUntil returns until when a document can be restored; the zero time for one that does not expire.
func keptUntil(b document.Binned) time.Time {
	if b.KeptUntil.Equal(document.KeptForever) {
		return time.Time{}
	}
	return b.KeptUntil
}

func (h *handlers) restoreDocument(ctx context.Context, in *documentInput) (*detailOutput, error) {
	d, err := h.Bin.Restore(ctx, rest.Actor(ctx), identifier(in.ID))
	return h.detailed(ctx, &d, err)
}

func (h *handlers) eraseDocument(ctx context.Context, in *documentInput) (*struct{}, error) {
	return nil, h.Bin.Erase(ctx, rest.Actor(ctx), identifier(in.ID))
}
