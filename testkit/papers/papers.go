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

//go:embed learn
var written embed.FS

// Paper is a text and what a careful clerk reads in it.
type Paper struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Recognised says that the text has the mistakes of a scanner; Gold has what stands on the paper.
	Recognised bool `json:"recognised"`
	Gold       Gold `json:"gold"`
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
	A      string   `json:"a"`
	B      string   `json:"b"`
	Gold   string   `json:"gold"`
	Accept []string `json:"accept"` // other relations that count as right
	Why    string   `json:"why"`
}

// ToLearn returns the papers that extraction may learn from and be changed for.
func ToLearn() ([]Paper, error) {
	return read[Paper](func(name string) bool { return !strings.HasSuffix(name, ".pairs.jsonl") })
}

// PairsToLearn returns the pairs that comparing may be changed for.
func PairsToLearn() ([]Pair, error) {
	return read[Pair](func(name string) bool { return strings.HasSuffix(name, ".pairs.jsonl") })
}

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

func read[T any](wanted func(name string) bool) (all []T, err error) {
	files, err := written.ReadDir("learn")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if !wanted(f.Name()) {
			continue
		}
		data, err := written.ReadFile(path.Join("learn", f.Name()))
		if err != nil {
			return nil, err
		}
		some, err := parse[T](f.Name(), data)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
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
