package ner

import (
	"github.com/cotejo/cotejo/core/ner/internal/field"
)

// putInOrder writes the names that the gazetteer found surnames first as their
// bearers do, whoever else read them.
func (b *ballot) putInOrder() {
	if len(b.orders) == 0 {
		return
	}
	for _, c := range b.candidates {
		if !c.Field.IsParty() {
			for i, o := range c.owners {
				if name, ok := b.orders[field.Key(Plaintiff, o)]; ok {
					c.owners[i] = name
				}
			}
			continue
		}
		if name, ok := b.orders[field.Key(c.Field, c.Value)]; ok {
			c.Value = name
			m := Mention{Field: c.Field, Value: name}
			c.key, c.plain = ballotKey(&m), plainKey(m)
		}
	}
}
