// Command count runs an entry of the engines on one text and writes how often each statement was
// executed. It is built with -cover.
//
//	count ENTRY FOLDER < TEXTS
//
// TEXTS has lines of JSON strings in base64. For the text of each line it makes a folder in FOLDER, by the
// number of the line from 0, with the counters, and then prints an empty line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/coverage"
	"strconv"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/ocrfix"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/core/tfidf"
)

func main() {
	entry, ok := entries()[os.Args[1]]
	if !ok {
		fail(fmt.Errorf("no entry %q", os.Args[1]))
	}
	entry("a") // loads tables
	texts := json.NewDecoder(bufio.NewReader(os.Stdin))
	for n := 0; ; n++ {
		var text []byte
		if err := texts.Decode(&text); err == io.EOF {
			return
		} else if err != nil {
			fail(err)
		}
		folder := filepath.Join(os.Args[2], strconv.Itoa(n))
		if err := os.Mkdir(folder, 0o700); err != nil {
			fail(err)
		}
		if err := coverage.ClearCounters(); err != nil {
			fail(err)
		}
		entry(string(text))
		if err := coverage.WriteCountersDir(folder); err != nil {
			fail(err)
		}
		if err := coverage.WriteMetaDir(folder); err != nil {
			fail(err)
		}
		fmt.Println()
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// entries returns the functions that process untrusted texts, by name.
func entries() map[string]func(string) {
	ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		fail(err)
	}
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		fail(err)
	}
	all := map[string]func(string){
		"square": func(s string) { // shows that such a one is noticed
			for i := range s {
				_ = strings.Map(func(r rune) rune { return r }, s[:min(i, len(s)/512)])
			}
		},
		"sanitize":   func(s string) { sanitize.Text(s); sanitize.Line(s) },
		"extraction": func(s string) { ensemble.Extract(s) },
		"duplicates": func(s string) {
			a := dedup.Filing{ID: "a", Type: "tutela", Text: s}
			b := dedup.Filing{ID: "b", Type: "tutela", Text: "x " + s, Parties: dedup.Parties{Plaintiff: s, Defendant: s}}
			detector.Compare(detector.Fingerprint(a), detector.Fingerprint(b))
		},
		"doctype": func(s string) { doctype.Suggest(s) },
		"query":   func(s string) { search.Parse(s).Plan() },
		"snippet": func(s string) { search.Parse("accionante \"la eps\" niñ* -contra").Snippet(s) },
		"address": func(s string) { entity.Addresses(s, "x "+s) },
		"parties": func(s string) {
			entity.Names(s, "x "+s)
			entity.Defendants(s, "x "+s)
			entity.Emails(s, "x"+s)
		},
		"alignment": func(s string) { align.Texts(s, "x "+s) },
	}
	maps.Copy(all, fields())
	return all
}

// fields are the entries of single values and of stored data.
func fields() map[string]func(string) {
	now := time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)
	titles := []string{"Radicado", "Demandante", "Demandado", "Fecha de ingreso", "Cédula", "Correo"}
	row := func(value func(title string) string) (r spreadsheet.Row) {
		for _, title := range titles {
			r.Cells = append(r.Cells, spreadsheet.Cell{Kind: spreadsheet.Text, Value: value(title)})
		}
		return r
	}
	head := spreadsheet.MatchHeader(row(func(title string) string { return title }))
	full := func(s string) spreadsheet.Row { return row(func(string) string { return s }) }
	return map[string]func(string){
		"dates": func(s string) { _, _ = document.ParseDay(s); head.Read(full(s)) },
		"numbers": func(s string) {
			entity.Cedulas(s, "1"+s)
			entity.Radicados(s, "1"+s)
			_ = document.Digits(s)
			document.RadicadoWarnings(s, now)
			document.IdentityWarning(s)
			_ = notification.NumberKey(s)
			notification.DocumentKey(s)
		},
		"fields": func(s string) {
			for _, kind := range []document.KeyKind{document.KeyCedula, document.KeyEmail, document.KeyPlaintiff, document.KeyActa, document.KeyRadicado} {
				document.KeysOf(kind, s)
			}
			document.NamesOf(s)
			_, _ = document.ParseTags(s)
			document.CleanFileName(s)
			notification.CourtKey(s)
			account.ValidEmail(s)
			_ = account.CheckPassword(s)
		},
		"spreadsheet": func(s string) {
			spreadsheet.HeaderKey(s)
			_, _ = spreadsheet.ParseMapping(s)
			spreadsheet.MatchHeader(full(s))
			head.Read(full(s))
			spreadsheet.Cell{Kind: spreadsheet.Number, Value: s}.Plain(false, true)
			spreadsheet.Abbreviate(s)
		},
		"page": func(s string) {
			p := ocrfix.NewPage(strings.Fields(s))
			for i := range strings.Fields(s) {
				p.Word(i)
			}
		},
		"tables": func(s string) {
			_, _ = tfidf.ReadTable([]byte(s))
			_, _ = dedup.ReadBoilerplate([]byte(s))
			_ = new(dedup.Fingerprint).UnmarshalBinary([]byte(s))
			_, _ = document.DecodeWords([]byte(s), s)
			words := document.WordMap{}
			for at := range strings.Count(s, "a") {
				words.Words = append(words.Words, document.Word{Start: at, End: at + 1})
			}
			_, _ = document.DecodeWords(words.Encode(), s)
		},
	}
}
