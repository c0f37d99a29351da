package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/proc"
)

// uploads sends four files of nearly 50 MB at once.
func (b *bench) uploads(ctx context.Context) error {
	const atOnce = 4
	large, err := heavy(49 << 20)
	if err != nil {
		return err
	}
	idle := proc.MemoryOf(b.process.PID()).Now
	if err := proc.ForgetPeak(b.process.PID()); err != nil {
		return err
	}
	ended := make(chan error, atOnce)
	for n := range atOnce {
		go func() { ended <- b.read(ctx, fmt.Sprintf("%d.pdf", n), large) }()
	}
	for range atOnce {
		err = errors.Join(err, <-ended)
	}
	if err != nil {
		return err
	}
	most := proc.MemoryOf(b.process.PID()).Most
	return verdict(
		fmt.Sprintf("server, %d uploads of 49 MB at once", atOnce),
		fmt.Sprintf("%d MB, idle %d MB", most, idle),
		"≤ 100 MB above idle",
		most-idle <= 100,
	)
}

// long reads a long document, one ten times as long and one of twice that.
func (b *bench) long(ctx context.Context) error {
	lengths := [3]int{100, 1000, 2000} // pages
	idle := proc.MemoryOf(b.process.PID()).Now
	var server, reader [len(lengths)]int
	for i, n := range lengths {
		pdf, err := book(n)
		if err != nil {
			return err
		}
		if err := proc.ForgetPeak(b.process.PID()); err != nil {
			return err
		}
		if err := b.read(ctx, fmt.Sprintf("%d.pdf", n), pdf); err != nil {
			return err
		}
		server[i] = proc.MemoryOf(b.process.PID()).Most
		for _, pid := range b.process.Readers() {
			reader[i] = max(reader[i], proc.MemoryOf(pid).Most)
		}
	}
	read, seconds, err := b.pages("text")
	if err != nil {
		return err
	}
	each := 1000 * seconds / float64(read)
	figures := func(m [len(lengths)]int) string {
		return fmt.Sprintf("%d and %d MB, of %d pages %d MB", m[1], m[2], lengths[0], m[0])
	}
	return errors.Join(
		verdict("reader, 1,000 and 2,000 pages", figures(reader), "≤ 32 MB more", max(reader[1], reader[2])-reader[0] <= 32),
		verdict("server, 1,000 and 2,000 pages", fmt.Sprintf("%s, idle %d MB", figures(server), idle), "≤ 100 MB above idle", max(server[1], server[2])-idle <= 100),
		verdict("born-digital page", fmt.Sprintf("%.1f ms", each), "≤ 10 ms", each <= 10),
	)
}

// soak reads many filings through two workers: one in twenty is scanned.
func (b *bench) soak(ctx context.Context) error {
	g := filings.New(5, filings.Options{})
	scan, err := paper.Scan(g.Short(), paper.Options{}, paper.Fair, 1)
	if err != nil {
		return err
	}
	const slack, batch = 32, 50 // MB; documents that wait at once
	server, readers := map[int]int{}, map[int]int{}
	for done := 0; done < b.documents; {
		var tasks []string
		for range min(batch, b.documents-done) {
			pdf := scan.PDF
			if done%20 != 0 {
				made, err := paper.BornDigital(g.Filing(), paper.Varied(uint64(done)))
				if err != nil {
					return err
				}
				pdf = made.PDF
			}
			id, err := b.Upload(ctx, fmt.Sprintf("%d.pdf", done), pdf, "")
			if err != nil {
				return err
			}
			tasks = append(tasks, id)
			done++
		}
		for _, id := range tasks {
			if err := b.finished(ctx, id); err != nil {
				return err
			}
		}
		server[done] = proc.MemoryOf(b.process.PID()).Now
		for _, pid := range b.process.Readers() {
			readers[done] = max(readers[done], proc.MemoryOf(pid).Now)
		}
		if done%(4*batch) == 0 {
			heap, err := b.metric("go_memstats_heap_inuse_bytes %g")
			if err != nil {
				return err
			}
			fmt.Printf("after %d documents: server %d MB, of which its heap %.0f MB; largest reader %d MB\n", done, server[done], heap/(1<<20), readers[done])
		}
	}
	early := max(batch, b.documents/10/batch*batch)
	figures := func(m map[int]int) string {
		return fmt.Sprintf("%d MB, after %d %d MB", m[b.documents], early, m[early])
	}
	starts, err := b.metric("cotejo_reader_starts_total %g")
	if err != nil {
		return err
	}
	return errors.Join(
		verdict(
			fmt.Sprintf("server after %d documents", b.documents),
			figures(server),
			fmt.Sprintf("≤ %d MB more", slack),
			server[b.documents]-server[early] <= slack,
		),
		verdict(
			fmt.Sprintf("largest reader after %d documents", b.documents),
			figures(readers),
			fmt.Sprintf("≤ %d MB more", slack),
			readers[b.documents]-readers[early] <= slack,
		),
		verdict("readers started", fmt.Sprintf("%.0f", starts), "a new one each 200", starts >= float64(b.documents/200)),
	)
}

// pace reads the same scans with one worker and with two, which are ready when
// they come, in turn: a machine that others share has another pace a minute later.
func pace(ctx context.Context, server string) error {
	const sheets, rounds = 24, 5
	scan, err := paper.Scan(filings.New(6, filings.Options{}).Short(), paper.Options{}, paper.Fair, 1)
	if err != nil {
		return err
	}
	var one, two []time.Duration
	err = served(ctx, server, 1, func(alone *bench) error {
		return served(ctx, server, 2, func(both *bench) error {
			if err := errors.Join(alone.readAll(ctx, scan.PDF, 2), both.readAll(ctx, scan.PDF, 4)); err != nil { // the readers have started
				return err
			}
			for range rounds {
				began := time.Now()
				if err := alone.readAll(ctx, scan.PDF, sheets); err != nil {
					return err
				}
				between := time.Now()
				if err := both.readAll(ctx, scan.PDF, sheets); err != nil {
					return err
				}
				one, two = append(one, between.Sub(began)), append(two, time.Since(between))
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	slices.Sort(one)
	slices.Sort(two)
	slow, quick := one[rounds/2].Seconds(), two[rounds/2].Seconds()
	return verdict(fmt.Sprintf("two workers against one, %d scans, median of %d", sheets, rounds),
		fmt.Sprintf("%.2f× (%.1f s against %.1f s)", slow/quick, quick, slow), "≥ 1.8×", slow/quick >= 1.8)
}

// readAll uploads a PDF so many times and waits until all are read.
func (b *bench) readAll(ctx context.Context, pdf []byte, n int) error {
	var tasks []string
	for i := range n {
		id, err := b.Upload(ctx, fmt.Sprintf("%d.pdf", i), pdf, "")
		if err != nil {
			return err
		}
		tasks = append(tasks, id)
	}
	for _, id := range tasks {
		if err := b.finished(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// heavy is a PDF of a page and an attachment of so many bytes.
func heavy(size int) ([]byte, error) {
	noise := make([]byte, size)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	pdf := fpdf.New("P", "pt", "Letter", "")
	pdf.SetFont("Times", "", 12)
	pdf.AddPage()
	pdf.Text(72, 100, "ACCIONANTE: ANA LOPEZ RUIZ interpone accion de tutela contra NUEVA EPS")
	pdf.SetAttachments([]fpdf.Attachment{{Content: noise, Filename: "ruido.bin"}})
	var b bytes.Buffer
	err := pdf.Output(&b)
	return b.Bytes(), err
}

// book is a PDF of so many full pages of text.
func book(pages int) ([]byte, error) {
	pdf := fpdf.New("P", "pt", "Letter", "")
	pdf.SetFont("Times", "", 11)
	words := strings.Fields(filings.New(7, filings.Options{}).Filing().Text)
	latin := pdf.UnicodeTranslatorFromDescriptor("")
	for n := range pages {
		pdf.AddPage()
		for line := range 40 {
			at := (n*397 + line*11) % (len(words) - 11)
			pdf.Text(72, 72+float64(line)*16, latin(strings.Join(words[at:at+11], " ")))
		}
	}
	var b bytes.Buffer
	err := pdf.Output(&b)
	return b.Bytes(), err
}

// pages returns how many pages with that source of text were read, and in how
// many seconds.
func (b *bench) pages(source string) (n int, seconds float64, err error) {
	const family = `cotejo_page_reading_duration_seconds`
	count, err := b.metric(family + `_count{source="` + source + `"} %g`)
	if err == nil {
		seconds, err = b.metric(family + `_sum{source="` + source + `"} %g`)
	}
	if err == nil && count == 0 {
		err = errors.New("no page was read")
	}
	return int(count), seconds, err
}

// metric returns the value that is in the line of that pattern.
func (b *bench) metric(pattern string) (float64, error) {
	res, err := b.HTTP.Get(b.process.URL + "/metrics")
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(res.Body); err != nil {
		return 0, err
	}
	for line := range strings.Lines(body.String()) {
		var value float64
		if n, err := fmt.Sscanf(line, pattern, &value); err == nil && n == 1 {
			return value, nil
		}
	}
	return 0, fmt.Errorf("the metrics have no line %q", pattern)
}
