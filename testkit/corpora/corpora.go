// Package corpora reads published texts in which people marked the names, and
// rulings whose headings name the parties, for training core/ner's sequence model
// and for measuring it on text that it was not made for. The texts themselves
// are no part of this repository: SOURCES.md tells where they come from and how
// a folder of them is laid out.
package corpora

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner"
)

// Corpus is a published collection in two parts: one to learn from, one to
// report on.
type Corpus struct {
	Name   string
	Kinds  []ner.Field // that it marks; other names in it are left out
	Train  []Document
	Unseen []Document
}

// Document is a text and the names that people marked in it, in order. Start
// and End count code points.
type Document struct {
	Text  string
	Names []ner.Mention
}

// Read reads the three collections below dir.
func Read(dir string) ([]Corpus, error) {
	var out []Corpus
	for _, c := range []struct {
		name          string
		kinds         []ner.Field
		read          func(pattern string) ([]Document, error)
		train, unseen string
	}{
		{"MEDDOCAN", []ner.Field{ner.PersonName, ner.Mailbox, ner.Identifier, ner.Street, ner.Place, ner.Organisation}, readBrat, "meddocan/train/*.txt", "meddocan/dev/*.txt"},
		{"ECHR", []ner.Field{ner.PersonName, ner.Organisation, ner.Place, ner.Identifier}, readTagged, "echr_es_ner/ES-manual-train.tsv", "echr_es_ner/ES-manual-dev.tsv"},
		{"AymurAI", []ner.Field{ner.PersonName}, readTagged, "aymurai_ar_rulings/document-0[1-3].conll", "aymurai_ar_rulings/document-0[45].conll"},
	} {
		train, err := c.read(filepath.Join(dir, c.train))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		unseen, err := c.read(filepath.Join(dir, c.unseen))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		out = append(out, Corpus{c.name, c.kinds, train, unseen})
	}
	return out, nil
}

// kinds are the labels of the collections, and what they are to the model.
var kinds = map[string]ner.Field{
	"NOMBRE_SUJETO_ASISTENCIA": ner.PersonName, "NOMBRE_PERSONAL_SANITARIO": ner.PersonName, "CALLE": ner.Street,
	"CORREO_ELECTRONICO": ner.Mailbox, "ID_SUJETO_ASISTENCIA": ner.Identifier, "ID_ASEGURAMIENTO": ner.Identifier,
	"ID_TITULACION_PERSONAL_SANITARIO": ner.Identifier, "ID_CONTACTO_ASISTENCIAL": ner.Identifier, "NUMERO_TELEFONO": ner.Identifier,
	"NUMERO_FAX": ner.Identifier, "TERRITORIO": ner.Place, "PAIS": ner.Place, "HOSPITAL": ner.Organisation, "INSTITUCION": ner.Organisation,
	"CENTRO_SALUD": ner.Organisation, "PER": ner.PersonName, "LEGAL_PROFESSIONAL": ner.PersonName, "ORG": ner.Organisation, "LOC": ner.Place, "CODE": ner.Identifier, "NOMBRE": ner.PersonName,
}

// files returns the names of files in order; there must be one.
func files(pattern string) ([]string, error) {
	names, err := filepath.Glob(pattern)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("no file %s", pattern)
	}
	slices.Sort(names)
	return names, err
}

// readBrat reads texts with their marks beside them, a line each:
// T1 TAB label start end TAB text.
func readBrat(pattern string) ([]Document, error) {
	names, err := files(pattern)
	if err != nil {
		return nil, err
	}
	var out []Document
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		marks, err := os.ReadFile(strings.TrimSuffix(name, ".txt") + ".ann")
		if err != nil {
			return nil, err
		}
		d := Document{Text: string(text)}
		for line := range strings.Lines(string(marks)) {
			var label string
			var start, end int
			if f := strings.Split(line, "\t"); len(f) < 2 || line[0] != 'T' {
				continue
			} else if _, err := fmt.Sscanf(f[1], "%s %d %d", &label, &start, &end); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, line, err)
			}
			if k := kinds[label]; k != "" {
				d.Names = append(d.Names, ner.Mention{Field: k, Start: start, End: end})
			}
		}
		slices.SortFunc(d.Names, func(a, b ner.Mention) int { return a.Start - b.Start })
		out = append(out, d)
	}
	return out, nil
}

// maxSentences bounds the sentences of a document that is read from tagged
// words: a file of them is cut into documents of so many.
const maxSentences = 40

// readTagged reads files with a word and its tag (B-, I-, O) on a line, an empty
// line between sentences. Words are joined as they were printed, as far as
// signs tell.
func readTagged(pattern string) ([]Document, error) {
	names, err := files(pattern)
	if err != nil {
		return nil, err
	}
	var out []Document
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var j joiner
		sentences := 0
		for line := range strings.Lines(string(b)) {
			f := strings.Fields(line)
			if len(f) >= 2 {
				j.word(f[0], f[len(f)-1])
				continue
			}
			if j.endSentence(); len(j.text) > 0 {
				sentences++
			}
			if sentences >= maxSentences {
				out = append(out, j.document())
				j, sentences = joiner{}, 0
			}
		}
		if len(j.text) > 0 {
			out = append(out, j.document())
		}
	}
	return out, nil
}

// joiner makes a text of words with tags.
type joiner struct {
	text  []rune
	names []ner.Mention
	open  bool // the last name may go on
	glue  bool // no blank before the next word
}

func (j *joiner) word(w, tag string) {
	closes := strings.Contains(".,;:)]%»”", string([]rune(w)[:1])) && len([]rune(w)) == 1
	if len(j.text) > 0 && !j.glue && !closes && j.text[len(j.text)-1] != '\n' {
		j.text = append(j.text, ' ')
	}
	j.glue = strings.Contains("([«“¿¡", w)
	start := len(j.text)
	j.text = append(j.text, []rune(w)...)
	label, ok := strings.CutPrefix(tag, "B-")
	if !ok {
		label, ok = strings.CutPrefix(tag, "I-")
		if ok && j.open && len(j.names) > 0 && kinds[label] == j.names[len(j.names)-1].Field {
			j.names[len(j.names)-1].End = len(j.text)
			return
		}
	}
	j.open = false
	if k := kinds[label]; ok && k != "" && strings.HasPrefix(tag, "B-") {
		j.names = append(j.names, ner.Mention{Field: k, Start: start, End: len(j.text)})
		j.open = true
	}
}

func (j *joiner) endSentence() {
	j.open = false
	if len(j.text) > 0 && j.text[len(j.text)-1] != '\n' {
		j.text = append(j.text, '\n')
	}
}

// document returns the text; a comma that the marks include belongs to no name.
func (j *joiner) document() Document {
	for i, n := range j.names {
		for n.End > n.Start+1 && strings.ContainsRune(".,;:", j.text[n.End-1]) {
			n.End--
		}
		j.names[i] = n
	}
	return Document{Text: string(j.text), Names: j.names}
}
