// Package corpora reads published rulings whose headings name the parties, for training core/ner and for measuring it on texts
// that it was not made for. The texts themselves are no part of this repository: SOURCES.md tells where they come from and
// how a folder of them is laid out.
package corpora

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// Ruling is a published ruling of tutela and the parties of its heading, which
// two patterns cut out: silver labels, some 2 % of them wrong or cut short.
type Ruling struct {
	ID        string
	Text      string
	Plaintiff string // several in one string, as the heading writes them
	Defendant string
}

// RulingParts are the labelled rulings in three parts, parted by a hash of their IDs.
type RulingParts struct {
	Train       []Ruling
	Development []Ruling // to choose by; their errors may be looked at
	Unseen      []Ruling // to report on; their errors may not
}

// heldRulings is the number of rulings in each of the parts that nothing is trained on.
const heldRulings = 300

// ReadRulings reads the labelled rulings of the folder co_rulings below dir.
func ReadRulings(dir string) (RulingParts, error) {
	dir = filepath.Join(dir, "co_rulings")
	labels := map[string]Ruling{}
	f, err := os.Open(filepath.Join(dir, "labels-train.jsonl"))
	if err != nil {
		return RulingParts{}, err
	}
	defer f.Close()
	err = eachRecord(f, func(r Ruling) { labels[r.ID] = r })
	if err != nil {
		return RulingParts{}, fmt.Errorf("labels of rulings: %w", err)
	}
	// The program and not a package, since tests of core import light packages only.
	unpack := exec.Command("zstd", "-dcq", "--long=27", filepath.Join(dir, "rulings-train.jsonl.zst"))
	unpack.Stderr = os.Stderr
	texts, err := unpack.StdoutPipe()
	if err == nil {
		err = unpack.Start()
	}
	if err != nil {
		return RulingParts{}, fmt.Errorf("zstd, which unpacks the rulings: %w", err)
	}
	var all []Ruling
	err = eachRecord(texts, func(r Ruling) {
		if label, ok := labels[r.ID]; ok {
			r.Plaintiff, r.Defendant = label.Plaintiff, label.Defendant
			all = append(all, r)
		}
	})
	texts.Close() // ends the program where reading stopped early
	if err = cmp.Or(err, unpack.Wait()); err != nil {
		return RulingParts{}, fmt.Errorf("texts of rulings: %w", err)
	}
	if len(all) <= 2*heldRulings {
		return RulingParts{}, fmt.Errorf("%s: only %d rulings have labels", dir, len(all))
	}
	slices.SortFunc(all, func(a, b Ruling) int { return cmp.Or(cmp.Compare(a.hash(), b.hash()), cmp.Compare(a.ID, b.ID)) })
	return RulingParts{Unseen: all[:heldRulings], Development: all[heldRulings : 2*heldRulings], Train: all[2*heldRulings:]}, nil
}

func eachRecord(r io.Reader, visit func(Ruling)) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var record Ruling
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			return err
		}
		visit(record)
	}
	return lines.Err()
}

func (r Ruling) hash() uint64 {
	h := fnv.New64a()
	h.Write([]byte(r.ID))
	return h.Sum64()
}

// Lengths of the views of a ruling, in code points.
const (
	referenceLength = 6000
	proseLength     = 5000
)

// FromReference returns the beginning of a ruling from the line "Referencia" on,
// "" when it has none.
func (r Ruling) FromReference() string { return after(r.Text, "Referencia", referenceLength) }

// WithHeadnotes returns FromReference and all that stands before it.
func (r Ruling) WithHeadnotes() string {
	from := r.FromReference()
	if from == "" {
		return ""
	}
	return r.Text[:strings.Index(r.Text, "Referencia")] + from
}

// Prose returns the beginning of the facts, from the heading "ANTECEDENTES" on, ""
// when it has none. The heading that names the parties is no part of it.
func (r Ruling) Prose() string { return after(r.Text, "ANTECEDENTES", proseLength) }

func after(s, mark string, length int) string {
	i := strings.Index(s, mark)
	if i < 0 {
		return ""
	}
	runes := 0
	for n := range s[i:] {
		if runes++; runes > length {
			return s[i : i+n]
		}
	}
	return s[i:]
}

// enough is the share of a name's words by which a value agrees with it.
const enough = 0.75

// Agrees reports whether a value names one of the parties of a label: most of its
// words stand in the label, or it has most words of one of the label's parts.
func Agrees(label, value string) bool {
	all, given := nameWords(label), nameWords(value)
	if len(given) == 0 || len(all) == 0 {
		return false
	}
	if shared(given, all) >= enough {
		return true
	}
	return slices.ContainsFunc(LabelParts(label), func(part string) bool {
		words := nameWords(part)
		return len(words) > 0 && len(words) < len(given) && shared(words, given) == 1
	})
}

// AgreesAll reports whether every value names a party of the label and together they have
// most of its words.
func AgreesAll(label string, values []string) bool {
	for _, v := range values {
		if !Agrees(label, v) {
			return false
		}
	}
	return shared(nameWords(label), nameWords(strings.Join(values, " "))) >= enough
}

// shared is the share of some words that stand among others.
func shared(some, others []string) float64 {
	n := 0
	for _, w := range some {
		if slices.Contains(others, w) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(some)))
}

var (
	footnote   = regexp.MustCompile(`\[\d+\]`)
	partsLabel = regexp.MustCompile(`(?i)\s*[,;]\s*|\s+[–-]\s+|\s+[yeo]\s+(?:/o\s+)?|\s+y/o\s+|\s+contra\s+|\(|\)`)
)

// LabelParts returns the names of a label, as far as commas, dashes and "y" part them.
func LabelParts(label string) []string {
	var out []string
	for _, p := range partsLabel.Split(footnote.ReplaceAllString(label, ""), -1) {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// unnamed are words of labels that belong to no name.
var unnamed = map[string]bool{"de": true, "del": true, "la": true, "las": true, "el": true, "los": true, "lo": true, "y": true, "e": true, "o": true, "en": true, "a": true, "por": true, "su": true,
	"senor": true, "senora": true, "senores": true, "doctor": true, "doctora": true, "ciudadano": true, "ciudadana": true, "otros": true, "otro": true, "otra": true, "otras": true,
	"representacion": true, "nombre": true, "agente": true, "oficioso": true, "oficiosa": true, "como": true, "menor": true, "hijo": true, "hija": true}

// nameWords returns the folded words of a name without those that belong to none.
func nameWords(name string) []string {
	var out []string
	folded := text.Fold(footnote.ReplaceAllString(name, ""))
	for _, w := range strings.FieldsFunc(folded, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if !unnamed[w] && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
