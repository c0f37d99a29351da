package memstore

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
)

// divisions implements ports.Divisions.
type divisions struct {
	*table[document.Division]
	bin *table[document.BinEntry]
}

func (d divisions) Create(ctx context.Context, division document.Division) error {
	division.FileName = "" // that of the bin
	return d.table.Create(ctx, division)
}

func (d divisions) Get(ctx context.Context, id string) (document.Division, error) {
	return ask(ctx, d.s, func() (document.Division, error) {
		division, err := d.find(id)
		division.FileName = d.bin.rows[id].Document.FileName
		return division, err
	})
}

func (d divisions) Origins(ctx context.Context, partIDs []string) (map[string]string, error) {
	return ask(ctx, d.s, func() (map[string]string, error) {
		asked, origins := map[string]bool{}, map[string]string{}
		for _, id := range partIDs {
			asked[id] = true
		}
		for id, division := range d.rows {
			for _, p := range division.Parts {
				if asked[p.DocumentID] {
					origins[p.DocumentID] = id
				}
			}
		}
		return origins, nil
	})
}

func (d divisions) Delete(ctx context.Context, id string) error {
	return d.s.do(ctx, func() error {
		d.drop(id)
		return nil
	})
}
