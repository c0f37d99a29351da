package batchdedup

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/cotejo/cotejo/core/dedup"
)

// Cluster is a set of documents that are duplicates of one another; see
// dedup.Clusters.
type Cluster struct {
	Representative string
	Members        []string // in the order of the collection
	Edges          []Edge
}

// Edge is a verified pair of a cluster.
type Edge struct {
	A, B  string
	Score float32 // the ensemble's
}

func (r *run) group(ctx context.Context, c Collection, emit func(Cluster) error) error {
	if emit == nil {
		return nil
	}
	records, err := r.Spill.Records("edges")
	if err != nil {
		return err
	}
	var edges []dedup.Edge
	for _, record := range records.All() {
		edges = append(edges, parseEdge(record))
	}
	if err := records.Err(); err != nil {
		return err
	}
	var failed error
	var buffer []byte
	load := func(number uint32) *entry {
		var e entry
		var err error
		if e, buffer, err = r.load(number, buffer); err != nil {
			failed = err
		}
		return &e
	}
	parties := extractor{run: r, collection: c, known: map[uint32]dedup.Fingerprint{}}
	clusters := dedup.Clusters(edges, func(representative, member uint32) (float32, bool) {
		if failed == nil {
			failed = ctx.Err()
		}
		a, b := load(representative), load(member)
		if failed != nil {
			return 0, false
		}
		var m dedup.Match
		var ok bool
		m, ok, failed = r.match(ctx, &parties, candidate{a: representative, b: member}, a, b)
		return float32(m.Similarity), ok && m.Relation == dedup.Duplicate
	})
	for i, c := range clusters {
		if failed == nil {
			failed = ctx.Err()
		}
		if failed != nil {
			return failed
		}
		ids := map[uint32]string{}
		named := Cluster{}
		for _, m := range c.Members {
			if ids[m], buffer, failed = r.id(m, buffer); failed != nil {
				return failed
			}
			named.Members = append(named.Members, ids[m])
		}
		named.Representative = ids[c.Representative]
		for _, e := range c.Edges {
			named.Edges = append(named.Edges, Edge{ids[e.A], ids[e.B], e.Score})
		}
		if err := emit(named); err != nil {
			return err
		}
		r.Progress(Grouping, int64(i+1), int64(len(clusters)), r.state.Bytes)
	}
	return failed
}

func appendEdge(b []byte, e dedup.Edge) []byte {
	b = binary.LittleEndian.AppendUint32(b, e.A)
	b = binary.LittleEndian.AppendUint32(b, e.B)
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(e.Score))
}

func parseEdge(b []byte) dedup.Edge {
	return dedup.Edge{A: binary.LittleEndian.Uint32(b), B: binary.LittleEndian.Uint32(b[4:]), Score: math.Float32frombits(binary.LittleEndian.Uint32(b[8:]))}
}
