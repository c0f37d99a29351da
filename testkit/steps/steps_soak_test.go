//go:build soak

// Package steps counts what the engines do on repetitive texts. Instead of time it compares how
// many statements run, which is the same on every machine. Code in assembly, such as that of
// strings.IndexByte, is not counted.
package steps

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var samples = flag.Int("samples", 12, "texts of two, three and four pieces each, for each entry")

// alphabets are what the scanners of an entry treat specially, and one of each kind that they do not.
var alphabets = map[string][]string{
	"sanitize": {"<", ">", "/", "!", "-", "=", ":", "&", ";", "#", "0", " ", "\n", "\u0301", "a", "script", "data", "&#x6a;", "\xff", "é"},
	"extraction": {"ACCIONANTE: ", "contra ", "C.C. No. ", "Calle 5 # 3-2", "1", ".", ",", " ", "\n", "A", "a", "-", "@",
		"ANA ", "EPS", "(", ":", "Señor\n", "Yo, ", "Juan Pérez ", "\u0301", "\f"},
	"duplicates": {"HECHOS\n", "PRETENSIONES\n", "3 de febrero ", "$ 1.000", "1", ".", " ", "\n", "A", "a",
		"ANA ", "artículo 23 ", "menor ", "-", "PRIMERO. ", "\u0301", "en representación de ", "ordenar "},
	"doctype":     {"acción de tutela ", "derecho de petición ", "desacato ", "a", " ", "\n", "A", ".", "1"},
	"query":       {"\"", "*", "-", " ", "a", "A", "1", ".", "@", ":", "(", "ñ", "de ", "OR ", "\u0301", "\t"},
	"snippet":     {"accionante ", "la ", "eps ", "niña ", "contra", "a", " ", "\n", ".", "A", "1", "\u0301"},
	"address":     {"calle ", "cra. ", "# ", "-", "1", "A", "a", " ", ",", ".", "bis ", "sur ", "n", "º", "apto "},
	"parties":     {"ANA ", "de ", "S.A.", "E.P.S. ", ".", ",", " ", "-", "a", "A", "1", "@", "y ", "\u0301", "gmail.com", ";"},
	"alignment":   {"a", "b", " ", "\n", ".", "A", "1", "de ", "\f", "é"},
	"dates":       {"1", "2026", "-", "/", " ", "de ", "febrero", "T", ":", ".", "z", "0"},
	"numbers":     {"1", "0", ".", "-", " ", "C.C. ", "a", ",", "2026", "/"},
	"fields":      {"a", "A", "1", " ", ",", ".", ";", "-", "@", "\"", "/", "\\", "\u0301", "..", "y ", "\n", "Juzgado ", "no."},
	"spreadsheet": {"a", "A", "=", ",", ";", " ", "1", "No. ", "radicado", "\n", ":", "é", "/"},
	"page":        {"tutela ", "A ", "1l ", "é", " ", "a", "@", "gmail", ".", ",", "°", "o", "0", "\u0301"},
	"tables":      {"\x00", "\x01", "\x02", "\x05", "\x7f", "\x80", "\xff", "a"},
}

// different are texts of words that do not repeat, see fill.
var different = map[string][]string{
	"extraction": {"con NOMBRE NOMBRE ", "Yo, NOMBRE NOMBRE, contra NOMBRE NOMBRE. "},
	"duplicates": {"con NOMBRE NOMBRE ", "con NOMBRE NOMBRE |\n\nHECHOS\n\n|NOMBRE ", "ordenar nombre NOMBRE "},
}

func TestStepsGrowInProportionToText(t *testing.T) {
	m := build(t)
	for entry, alphabet := range alphabets {
		t.Run(entry, func(t *testing.T) {
			for _, fault := range m.grow(t, entry, append(piecesOf(alphabet, *samples), different[entry]...)) {
				t.Error(fault)
			}
		})
	}
	if len(m.grow(t, "square", []string{"a"})) != 1 {
		t.Error("steps in the square of the length go unnoticed")
	}
}

// meter is the instrumented program, and the tool that reads its counters.
type meter struct{ count, covdata string }

func build(t *testing.T) meter {
	m := meter{count: filepath.Join(t.TempDir(), "count")}
	const module = "github.com/cotejo/cotejo/"
	build := exec.Command("go", "build", "-o", m.count, "-covermode=atomic", "-coverpkg="+module+"testkit/steps/count,"+module+
		"core/...,strings,bytes,slices,sort,strconv,unicode,unicode/utf8,regexp,regexp/syntax,golang.org/x/text/...", "./count")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tool, err := exec.Command("go", "tool", "-n", "covdata").Output()
	if err != nil {
		t.Fatal(err)
	}
	m.covdata = strings.TrimSpace(string(tool))
	return m
}

// grow repeats each piece to 64 and to 256 KB and says where the second text takes more than five
// times the steps of the first.
func (m meter) grow(t *testing.T, entry string, pieces []string) (faults []string) {
	const small, large = 64 << 10, 256 << 10
	var texts []string
	for _, piece := range pieces {
		texts = append(texts, fill(piece, small), fill(piece, large))
	}
	folder := t.TempDir()
	n, most := 0, int64(0)
	var first profile
	err := m.run(entry, folder, texts, func() error {
		p, err := m.read(filepath.Join(folder, strconv.Itoa(n)))
		if n++; err == nil && p.steps == 0 {
			err = errors.New("no steps were counted")
		}
		if err != nil {
			return err
		}
		if n%2 == 1 {
			first = p
		} else if p.steps > 5*first.steps {
			faults = append(faults, fmt.Sprintf("%q repeated: %d steps in %d bytes, %d in %d; most in %s",
				pieces[n/2-1], first.steps, small, p.steps, large, p.growth(first)))
		}
		most = max(most, p.steps)
		return nil
	})
	if err != nil {
		t.Fatalf("%q repeated, text %d: %v", pieces[min(n/2, len(pieces)-1)], n, err)
	}
	t.Logf("%s: %d texts, at most %d steps", entry, n, most)
	return faults
}

// fill repeats a piece to a size. Each NOMBRE in it becomes another word, and of what | divides,
// the first and the last fill half of the size each.
func fill(piece string, size int) string {
	if first, rest, ok := strings.Cut(piece, "|"); ok {
		between, last, _ := strings.Cut(rest, "|")
		return fill(first, size/2) + between + strings.ToUpper(fill(last, size/2))
	}
	words := strings.Split(piece, "NOMBRE")
	var b strings.Builder
	for n := 0; b.Len() < size; {
		for i, w := range words {
			if i > 0 {
				n++
				fmt.Fprintf(&b, "Mar%sel", strings.Map(func(r rune) rune { return r - '0' + 'a' }, strconv.Itoa(n)))
			}
			b.WriteString(w)
		}
	}
	return b.String()
}

// run has count measure the texts, and calls measured after each.
func (m meter) run(entry, folder string, texts []string, measured func() error) error {
	c := exec.Command(m.count, entry, folder)
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	c.Stderr, c.Env = os.Stderr, append(os.Environ(), "GOCOVERDIR="+folder) // counters of its last lines as well, which nobody reads
	if err := c.Start(); err != nil {
		return err
	}
	lines := bufio.NewReader(out)
	for _, text := range texts {
		if err = json.NewEncoder(in).Encode([]byte(text)); err != nil {
			break
		}
		if _, err = lines.ReadString('\n'); err != nil {
			break
		}
		if err = measured(); err != nil {
			break
		}
	}
	in.Close()
	_, _ = io.Copy(io.Discard, out)
	return errors.Join(err, c.Wait())
}

// piecesOf returns every piece, and n samples each of two, three and four pieces.
func piecesOf(alphabet []string, n int) []string {
	pieces := slices.Clone(alphabet)
	random := rand.New(rand.NewPCG(1, 2))
	for length := 2; length <= 4; length++ {
		for range n {
			var b strings.Builder
			for range length {
				b.WriteString(alphabet[random.IntN(len(alphabet))])
			}
			pieces = append(pieces, b.String())
		}
	}
	return pieces
}

// profile says how many statements ran, in all and by their block of code.
type profile struct {
	steps  int64
	blocks map[string]int64
}

var block = regexp.MustCompile(`(?m)^(\S+):(\d+)\.\d+,\S+ (\d+) (\d+)$`)

// read reads the counters in a folder.
func (m meter) read(folder string) (profile, error) {
	file := filepath.Join(folder, "profile")
	if out, err := exec.Command(m.covdata, "textfmt", "-i="+folder, "-o="+file).CombinedOutput(); err != nil {
		return profile{}, fmt.Errorf("%w: %s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return profile{}, err
	}
	p := profile{blocks: map[string]int64{}}
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		statements, err := strconv.ParseInt(m[3], 10, 64)
		times, err2 := strconv.ParseInt(m[4], 10, 64)
		if err := errors.Join(err, err2); err != nil {
			return profile{}, err
		}
		if times > 0 {
			p.steps += statements * times
			p.blocks[m[1]+":"+m[2]] += statements * times
		}
	}
	return p, os.RemoveAll(folder)
}

// growth names the block with the most steps beyond five times those of first.
func (p profile) growth(first profile) string {
	most, at := int64(0), ""
	for name, steps := range p.blocks {
		if more := steps - 5*first.blocks[name]; more > most {
			most, at = more, name
		}
	}
	return fmt.Sprintf("%s, %d of them", at, p.blocks[at])
}
