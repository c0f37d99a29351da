package searchindex

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/adapters/sqlstore/records"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// postgres implements entries: a GIN index of search_entries has the terms
// of entries, as a tsvector.
//
// Such an index knows no order, and hands over all rows of a term before the first
// is read. So a term is in it with the number of its block, 16,384 entries that
// follow one another: "61:salud". A search asks one block after another, the latest
// first, until it has enough, whose work does not depend on how many documents there
// are. New entries go to the same part of the index, which stays in memory.
type postgres struct{}

// blockBits are those of a seq that do not count in the number of its block. The
// index has terms with that number: another one needs another search.Version.
const blockBits = 14

func blockOf(seq int64) int64 { return seq >> blockBits }

// blockPrefix is what terms of a block begin with.
func blockPrefix(block int64) string { return strconv.FormatInt(block, 10) + ":" }

// insert binds arrays: the server would read a literal for longer than it stores the
// entries. The index takes many entries term by term, from its pending list: one after
// another, each would rewrite the lists of all its terms. A search reads the pending
// list from its beginning to its end, so it is emptied.
func (postgres) insert(ctx context.Context, tx bun.Tx, entries []Entry) error {
	if len(entries) == 0 {
		return nil
	}
	var seqs []int64
	var terms, parts, words []string // terms are a tsvector in the index alone, which takes twice as much
	for _, e := range entries {
		prefix := blockPrefix(blockOf(e.Seq))
		seqs, parts, words = append(seqs, e.Seq), append(parts, e.Parts), append(words, e.Words)
		terms = append(terms, prefix+strings.Join(keptTerms(e.Terms, len(prefix)), " "+prefix))
	}
	if len(entries) > 1 {
		if _, err := tx.NewRaw("SET LOCAL gin_pending_list_limit = '4MB'; SET LOCAL work_mem = '64MB'").Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.Tx.ExecContext(ctx, `INSERT INTO search_entries (seq, terms, parts, words)
		SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])`, seqs, terms, parts, words)
	if err == nil && len(entries) > 1 {
		_, err = tx.NewRaw("SELECT gin_clean_pending_list(to_regclass('search_entries_terms'))").Exec(ctx)
	}
	return err
}

// maxTerms bounds the terms of an entry in bytes: a tsvector may have a
// megabyte. A filing has some five thousand; of a text that comes close, which
// holds more noise than words, the longest are left out.
const maxTerms = 900_000

// keptTerms returns the terms of a list that are indexed with a prefix of so many
// bytes.
func keptTerms(list string, prefix int) []string {
	terms := strings.Fields(list)
	size := len(list) + len(terms)*prefix
	if size <= maxTerms {
		return terms
	}
	slices.SortStableFunc(terms, func(a, b string) int { return len(a) - len(b) })
	for ; size > maxTerms; terms = terms[:len(terms)-1] {
		size -= len(terms[len(terms)-1]) + prefix + 1
	}
	return terms
}

func (postgres) remove(ctx context.Context, tx bun.Tx, seq int64) error {
	_, err := tx.NewRaw("DELETE FROM search_entries WHERE seq = ?", seq).Exec(ctx)
	return err
}

// clear has who would write wait: each statement sees what was stored in the meantime,
// and of a document would take the entry and leave the row. All that write to the
// index begin with search_documents.
func (postgres) clear(ctx context.Context, tx bun.Tx) error {
	if _, err := tx.NewRaw("LOCK TABLE search_documents IN SHARE ROW EXCLUSIVE MODE").Exec(ctx); err != nil {
		return err
	}
	for _, table := range []string{"search_documents", "search_entries"} {
		if _, err := tx.NewRaw("DELETE FROM ?", bun.Ident(table)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// prepare has the planner use the index: it does not know how few entries a block
// has, nor that terms lie outside of the rows that it would read. Compiling a
// statement takes longer than it runs.
func (postgres) prepare(ctx context.Context, q bun.IDB) error {
	_, err := q.NewRaw("SET LOCAL enable_seqscan = off; SET LOCAL jit = off; SET LOCAL work_mem = '64MB'").Exec(ctx)
	return err
}

// scan asks four times as many blocks each time, but no more than it takes to have
// enough if the others are like those before.
func (s postgres) scan(ctx context.Context, q bun.IDB, sc scan) (n int, seqs []int64, err error) {
	blocks, err := blocksOf(ctx, q)
	if err != nil {
		return 0, nil, err
	}
	order := "seq DESC"
	if sc.oldest {
		order = "seq"
	} else {
		slices.Reverse(blocks)
	}
	for done, next := 0, 1; done < len(blocks) && n < sc.most; {
		next = min(next, len(blocks)-done)
		entries := entriesIn(q, blocks[done:done+next], sc.set.Terms).ColumnExpr("entries.*").OrderExpr(order).Limit(int64(sc.most - n))
		if sc.filter != (document.Filter{}) {
			taken := q.NewSelect().TableExpr("search_documents").ColumnExpr("1").Where("search_documents.seq = entries.seq")
			entries.Join("CROSS JOIN LATERAL (? OFFSET 0) AS taken", records.Filter(taken, sc.filter))
		}
		found := q.NewSelect().TableExpr("(?) AS scanned", entries).ColumnExpr("count(*)").
			ColumnExpr("coalesce(string_agg(seq::text, ',') FILTER (WHERE ?), '')", wordsIn(s, sc.set))
		some, has, err := scanned(ctx, found)
		if err != nil {
			return 0, nil, err
		}
		done, n, seqs = done+next, n+some, append(seqs, has...)
		if next *= 4; n > 0 {
			next = min(next, (sc.most-n)*done/n+1)
		}
	}
	return n, seqs, nil
}

// blocksOf returns the numbers of the blocks that may have entries.
func blocksOf(ctx context.Context, q bun.IDB) (blocks []int64, err error) {
	var first, last int64
	if err := q.NewRaw("SELECT coalesce(min(seq), 0), coalesce(max(seq), -1) FROM search_documents").Scan(ctx, &first, &last); err != nil {
		return nil, err
	}
	for block := blockOf(first); block <= blockOf(last); block++ {
		blocks = append(blocks, block)
	}
	return blocks, nil
}

// indexedTerms is what the GIN index of search_entries has.
const indexedTerms = "array_to_tsvector(string_to_array(terms, ' '))"

// entriesIn selects from the entries of blocks whose terms meet a condition. OFFSET
// keeps the planner from anything else than asking the index for each block.
func entriesIn(q bun.IDB, blocks []int64, x search.Expr) *bun.SelectQuery {
	queries := make([]string, len(blocks))
	for i, block := range blocks {
		queries[i] = syntax{and: " & ", or: " | ", not: " & !", open: "'" + blockPrefix(block), shut: "'", more: ":*"}.write(x)
	}
	return q.NewSelect().TableExpr("unnest(string_to_array(?, ';')) AS block (query)", strings.Join(queries, ";")).
		Join("CROSS JOIN LATERAL (SELECT seq, words FROM search_entries WHERE " + indexedTerms + " @@ block.query::tsquery OFFSET 0) AS entries")
}

func (postgres) matching(ctx context.Context, q bun.IDB, x search.Expr) (*bun.SelectQuery, error) {
	blocks, err := blocksOf(ctx, q)
	if err != nil {
		return nil, err
	}
	return entriesIn(q, blocks, x).ColumnExpr("entries.seq"), nil
}

func (postgres) hasPhrase(p search.Phrase) schema.QueryWithArgs {
	return bun.SafeQuery("position(? IN words) > 0", p.String())
}

func (postgres) hasSeq(seqs []int64) schema.QueryWithArgs {
	return bun.SafeQuery("seq = ANY (?::bigint[])", bigints(seqs))
}

// bigints writes an array as the server reads it.
func bigints(all []int64) string {
	b := []byte{'{'}
	for i, n := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(append(b, '}'))
}
