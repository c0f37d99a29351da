package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// upload is a filing on its way through the service.
type upload struct {
	name   string
	filing filings.Filing
	paper  paper.Paper
	again  *upload // the one that files the same, if any came before
	task   service.Task
}

type dozen []*upload

// invent makes the filings of the demo: born-digital ones, good and bad scans;
// two of them filed again (one scanned again, one in other words), three of
// them one form letter.
func invent(seed uint64) (dozen, error) {
	g := filings.New(seed, filings.Options{})
	var d dozen
	var failed error
	add := func(name string, f filings.Filing, q *paper.Quality, again *upload) *upload {
		u := &upload{name: fmt.Sprintf("%02d-%s.pdf", len(d)+1, name), filing: f, again: again}
		var err error
		if look := paper.Varied(seed + uint64(len(d))); q == nil {
			u.paper, err = paper.BornDigital(f, look)
		} else {
			u.paper, err = paper.Scan(f, look, *q, seed)
		}
		if err != nil && failed == nil {
			failed = fmt.Errorf("printing %s: %w", u.name, err)
		}
		d = append(d, u)
		return u
	}
	clean, fair, poor := &paper.Clean, &paper.Fair, &paper.Poor
	tutela := func() filings.Filing { return g.Of(document.Tutela) }

	first := add("digital", tutela(), nil, nil)
	second := add("escaneo-limpio", tutela(), clean, nil)
	add("escaneo-malo", tutela(), poor, nil)
	add("escaneo-regular", tutela(), fair, nil)
	add("digital", tutela(), nil, nil)

	letter := tutela()
	others := g.FormLetter(letter, 2)
	add("formato", letter, nil, nil)
	add("formato", others[0], clean, nil)
	add("formato", others[1], poor, nil)

	add("otro-asunto", g.OtherMatter(first.filing), fair, nil)
	add("escaneo-malo", tutela(), poor, nil)
	add("otra-redaccion", g.Refile(first.filing), clean, first)
	add("otro-escaneo", g.Copy(second.filing), poor, second)
	return d, failed
}

// pages counts the pages of all.
func (d dozen) pages() (n int) {
	for _, p := range d {
		n += len(p.paper.Pages)
	}
	return n
}

// write keeps the PDFs in a folder.
func (d dozen) write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, p := range d {
		if err := os.WriteFile(filepath.Join(folder, p.name), p.paper.PDF, 0o644); err != nil {
			return err
		}
	}
	return nil
}
