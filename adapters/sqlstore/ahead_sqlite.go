package sqlstore

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"
)

// Rows that are sorted otherwise than their documents come in go to a page of an
// index each, which whoever writes waits for where memory does not hold it. Many
// can be waited for at once, beforehand.

// What these look for lies where such a row will go, or beside it.
const (
	placeOfDocument  = "SELECT count(*) FROM json_each(?) AS place JOIN documents ON documents.id = place.value"
	placeOfSearched  = "SELECT count(*) FROM json_each(?) AS place JOIN search_documents ON search_documents.document_id = place.value"
	placeOfPrint     = "SELECT count(*) FROM json_each(?) AS place JOIN dedup_fingerprints ON dedup_fingerprints.document_id = place.value"
	placeOfPlaintiff = "SELECT count(*) FROM json_each(?) AS place WHERE EXISTS (SELECT 1 FROM search_documents WHERE plaintiff_key = place.value AND created_at > 9e18)"
	placeOfRadicado  = "SELECT count(*) FROM json_each(?) AS place WHERE EXISTS (SELECT 1 FROM search_documents WHERE radicado_key = place.value AND created_at > 9e18)"
	placeOfSeq       = "SELECT count(*) FROM json_each(?) AS place JOIN dedup_fingerprints ON dedup_fingerprints.seq = place.value"
	placeOfDedupKey  = "SELECT count(*) FROM json_each(?) AS place WHERE EXISTS (SELECT 1 FROM dedup_keys WHERE key = place.value)"
	placeOfKey       = "SELECT count(*) FROM json_each(?) AS place WHERE EXISTS (SELECT 1 FROM document_keys WHERE kind = ? AND value = place.value AND created_at > 9e18)"
)

const (
	placesAtOnce = 100 // that a statement looks for
	lookingAhead = 4   // statements at once
)

// places are what is looked for by one statement, with the kind of key, if any.
type places struct {
	statement string
	kind      []any
	values    []any
}

// ahead reads the pages that documents will go to.
func (sqlite) ahead(ctx context.Context, db *Base, rows []*loadRows) error {
	var ids, plaintiffs, radicados []any
	keys := map[any][]any{}
	for _, r := range rows {
		ids, plaintiffs, radicados = append(ids, r.searched[1]), append(plaintiffs, r.searched[5]), append(radicados, r.searched[6])
		for _, k := range r.keys {
			keys[k[0]] = append(keys[k[0]], k[1])
		}
	}
	all := []places{{placeOfDocument, nil, ids}, {placeOfSearched, nil, ids}, {placeOfPlaintiff, nil, plaintiffs}, {placeOfRadicado, nil, radicados}}
	for kind, values := range keys {
		all = append(all, places{placeOfKey, []any{kind}, values})
	}
	return db.readAhead(ctx, all)
}

// keysPerPlace is of how many keys that follow one another the place of one is
// looked for: a page of their index has some 200, of which an import adds as many
// or more unless it is small.
const keysPerPlace = 4

func (sqlite) keysAhead(ctx context.Context, db *Base, rows [][]any) error {
	var some []any
	for i := 0; i < len(rows); i += keysPerPlace {
		some = append(some, rows[i][0])
	}
	return db.readAhead(ctx, []places{{placeOfDedupKey, nil, some}})
}

func (sqlite) printsAhead(ctx context.Context, db *Base, rows [][]any) error {
	ids := make([]any, len(rows))
	for i, r := range rows {
		ids[i] = r[1]
	}
	return db.readAhead(ctx, []places{{placeOfPrint, nil, ids}})
}

const (
	// sampledAhead is of how many places it is tried out whether they are in memory,
	// and fromDisk what one takes at least that is not: in memory it is a tenth.
	sampledAhead = 10
	fromDisk     = 40 * time.Microsecond

	// aheadPatience is how long a lookup waits for others to do so.
	aheadPatience = 200 * time.Millisecond
)

// lookAhead looks the places of numbers up, unless they are in memory, where it would
// cost more than it saves. It leaves it where another is at it, or connections are
// scarce, and where that fails or takes long: who asks has a connection, and reads
// what was not read.
func (sqlite) lookAhead(ctx context.Context, db *Base, place string, numbers []int64) error {
	if pool := db.reader.Stats(); len(numbers) < 2*sampledAhead || pool.MaxOpenConnections-pool.InUse < 2 || !db.looking.TryLock() {
		return ctx.Err()
	}
	defer db.looking.Unlock()
	soon, cancel := context.WithTimeout(ctx, aheadPatience)
	defer cancel()
	look := func(step int) error {
		values := make([]any, 0, len(numbers)/step+1)
		for i := 0; i < len(numbers); i += step {
			values = append(values, numbers[i])
		}
		var all []places
		for some := range slices.Chunk(values, max(2*sampledAhead, len(values)/lookingAhead+1)) {
			all = append(all, places{place, nil, some})
		}
		return db.readAhead(soon, all)
	}
	begin := time.Now()
	if err := look(len(numbers) / sampledAhead); err == nil && time.Since(begin) >= sampledAhead*fromDisk {
		_ = look(1)
	}
	return ctx.Err()
}

// readAhead reads the pages of places, several at once.
func (db *Base) readAhead(ctx context.Context, all []places) error {
	work := make(chan places)
	var looking sync.WaitGroup
	var failed error
	var once sync.Once
	for range lookingAhead {
		looking.Go(func() {
			for p := range work {
				wanted, err := json.Marshal(p.values)
				if err == nil {
					var n int
					err = db.reader.QueryRowContext(ctx, p.statement, append([]any{string(wanted)}, p.kind...)...).Scan(&n)
				}
				if err != nil {
					once.Do(func() { failed = err })
				}
			}
		})
	}
	for _, p := range all {
		for some := range slices.Chunk(p.values, placesAtOnce) {
			work <- places{p.statement, p.kind, some}
		}
	}
	close(work)
	looking.Wait()
	return db.translate(ctx, failed)
}
