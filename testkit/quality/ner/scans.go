package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// reportScans prints the figures of scans that were made by testkit/genfilings
// and read by "cotejo read": what the paper says stands in gold.jsonl.
func reportScans(s study) {
	if s.gold == "" {
		return
	}
	gold := map[string]filings.Filing{}
	eachLine(s.gold, func(line []byte) error {
		var g struct {
			ID, File, Layout, Wording string
			Fields                    map[ner.Field][]string
		}
		err := json.Unmarshal(line, &g)
		gold[g.File] = filings.Filing{ID: g.ID, Layout: g.Layout, Wording: g.Wording, Gold: filings.Gold{Values: g.Fields}}
		return err
	})
	var papers []filings.Filing
	eachLine(s.read, func(line []byte) error {
		var r struct{ File, Text string }
		err := json.Unmarshal(line, &r)
		if p, ok := gold[filepath.Base(r.File)]; ok && err == nil {
			p.Text = r.Text
			papers = append(papers, p)
		}
		return err
	})
	var see func(filings.Filing, ner.Result)
	if s.errors != "" {
		see = s.showErrors
	}
	total := score(ensemble(nil), papers, see)
	printFields(fmt.Sprintf("scans of %s", s.gold), len(papers), total, scanGoals)
	for _, f := range []ner.Field{ner.Radicado, ner.Cedula} {
		without := 0
		for _, p := range papers {
			if len(p.Gold.Values[f]) == 0 {
				without++
			}
		}
		fmt.Printf("%s given where there is none: %d of %d papers\n", f, total.best[f].invented, without)
	}
}

func eachLine(path string, visit func([]byte) error) {
	f, err := os.Open(path)
	if err != nil {
		fail("%v", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if err := visit(lines.Bytes()); err != nil {
			fail("%s: %v", path, err)
		}
	}
	if err := lines.Err(); err != nil {
		fail("%s: %v", path, err)
	}
}
