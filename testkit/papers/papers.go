// Package papers holds papers and pairs written one by one by people who have read nothing of the
// code, its generators or each other's papers. Persons, numbers and addresses are invented. Quality
// is measured on them; generated filings are for volume, noise and properties.
package papers

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
)

//go:embed learn report
var written embed.FS

// Paper is a text and what a careful clerk reads in it.
type Paper struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Writer is the name of the file, which one person wrote.
	Writer string `json:"-"`
	// Recognised says that the text has the mistakes of a scanner; Gold has what stands on the paper.
	Recognised bool `json:"recognised"`
	// Reworded are the fields of Gold that the text writes otherwise: a number in words, an address over two lines.
	Reworded []string `json:"reworded"`
	Gold     Gold     `json:"gold"`
}

// Gold is what a paper names. Of each name the spellings that count as right are separated by "|". An
// empty value is not named.
type Gold struct {
	Type        string   `json:"type"` // empty: left open
	Plaintiff   []string `json:"plaintiff"`
	Defendant   []string `json:"defendant"`
	Cedula      string   `json:"cedula"`
	Email       string   `json:"email"`
	Radicado    string   `json:"radicado"`
	Court       string   `json:"court"`
	Agent       string   `json:"agent"`
	AgentCedula string   `json:"agent_cedula"`
}

// Pair is two papers and how they are related: duplicate, new_claim, mass, same_case or unrelated.
type Pair struct {
	ID     string   `json:"id"`
	Writer string   `json:"-"` // the name of the file
	A      string   `json:"a"`
	B      string   `json:"b"`
	Gold   string   `json:"gold"`
	Accept []string `json:"accept"` // other relations that count as right
	Why    string   `json:"why"`
}

// ToLearn returns the papers that extraction may learn from and be changed for.
func ToLearn() ([]Paper, error) { return papersOf("learn") }

// ToReport returns papers of other writers, which are read for figures alone: nothing is learned from them, and
// nothing is changed for one of them.
func ToReport() ([]Paper, error) { return papersOf("report") }

func papersOf(part string) (all []Paper, err error) {
	err = each(part, func(name string, data []byte) error {
		if strings.HasSuffix(name, pairs) {
			return nil
		}
		some, err := parse[Paper](name, data)
		for i := range some {
			some[i].Writer = strings.TrimSuffix(name, ".jsonl")
		}
		all = append(all, some...)
		return err
	})
	return all, err
}

// PairsToLearn returns the pairs that comparing may learn from and be changed for.
func PairsToLearn() ([]Pair, error) { return pairsOf("learn") }

// PairsToReport returns pairs of another writer, as ToReport does papers.
func PairsToReport() ([]Pair, error) { return pairsOf("report") }

func pairsOf(part string) (all []Pair, err error) {
	err = each(part, func(name string, data []byte) error {
		if !strings.HasSuffix(name, pairs) {
			return nil
		}
		some, err := parse[Pair](name, data)
		for i := range some {
			some[i].Writer = strings.TrimSuffix(name, pairs)
		}
		all = append(all, some...)
		return err
	})
	return all, err
}

// pairs ends the names of files of pairs.
const pairs = ".pairs.jsonl"

// ReadPapers returns the papers of a file, one JSON object a line.
func ReadPapers(file string) ([]Paper, error) { return readFile[Paper](file) }

// ReadPairs returns the pairs of a file, one JSON object a line.
func ReadPairs(file string) ([]Pair, error) { return readFile[Pair](file) }

func readFile[T any](file string) ([]T, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parse[T](file, data)
}

// each calls visit with the files of a part.
func each(part string, visit func(name string, data []byte) error) error {
	files, err := written.ReadDir(part)
	if err != nil {
		return err
	}
	for _, f := range files {
		data, err := written.ReadFile(path.Join(part, f.Name()))
		if err != nil {
			return err
		}
		if err := visit(f.Name(), data); err != nil {
			return err
		}
	}
	return nil
}

func parse[T any](name string, data []byte) (all []T, err error) {
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for n := 1; lines.Scan(); n++ {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		all = append(all, one)
	}
	return all, nil
}
