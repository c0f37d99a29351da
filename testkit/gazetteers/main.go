// Command gazetteers makes the word lists that core/ner embeds from public
// tables of names and municipalities:
//
//	go run ./testkit/gazetteers -from ../shared/data/gazetteers -to core/ner/internal/lex/data
//
// core/ner/SOURCES.md says where the tables come from. Files of the target
// that people write (surnames.txt, entities.txt, words.txt) are only read.
package main

import (
	"bufio"
	"encoding/csv"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// Given names rarer than this among the bearers of the tables are left out:
// below it stand more misspellings and nouns than names.
const minGiven = 60

func main() {
	from := flag.String("from", "../shared/data/gazetteers", "folder of the public tables")
	to := flag.String("to", "core/ner/internal/lex/data", "folder of the embedded lists")
	flag.Parse()
	if err := run(*from, *to); err != nil {
		log.Fatal(err)
	}
}

func run(from, to string) error {
	given, err := givenNames(from)
	if err != nil {
		return err
	}
	surnames, err := surnames(from)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(to, "given.txt"), given); err != nil {
		return err
	}
	if err := write(filepath.Join(to, "surnames-ine.txt"), surnames); err != nil {
		return err
	}
	places, err := municipalities(from)
	if err != nil {
		return err
	}
	return write(filepath.Join(to, "municipalities.txt"), places)
}

// givenNames returns the single words of given names, with how often they
// are borne as a power of ten.
func givenNames(from string) ([]string, error) {
	count := map[string]int{}
	for _, name := range []string{"ine_es_hombres.csv", "ine_es_mujeres.csv"} {
		rows, err := table(filepath.Join(from, name))
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			n, err := strconv.Atoi(row[1])
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", name, row[0], err)
			}
			for _, w := range strings.Fields(text.Fold(row[0])) {
				count[w] += n
			}
		}
	}
	return frequent(count, minGiven), nil
}

// surnames returns the parts of compound surnames: the table holds only rare
// surnames, but those parts are the common ones.
func surnames(from string) ([]string, error) {
	rows, err := table(filepath.Join(from, "ine_es_apellidos-20.csv"))
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, row := range rows {
		if parts := strings.Fields(text.Fold(row[0])); len(parts) > 1 {
			for _, w := range parts {
				count[w]++
			}
		}
	}
	return frequent(count, 2), nil
}

func frequent(count map[string]int, least int) []string {
	var words []string
	for w, n := range count {
		if n >= least && len(w) >= 3 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" {
			words = append(words, w+" "+strconv.Itoa(len(strconv.Itoa(n))))
		}
	}
	sort.Strings(words)
	return words
}

// municipalities returns "code name" lines; departments are those whose code
// has two digits.
func municipalities(from string) ([]string, error) {
	rows, err := table(filepath.Join(from, "divipola_municipios.csv"))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var lines []string
	for _, row := range rows {
		for _, l := range []string{row[0] + " " + row[1], row[2] + " " + row[3]} {
			if !seen[l] {
				seen[l] = true
				lines = append(lines, l)
			}
		}
	}
	sort.Strings(lines)
	return lines, nil
}

func table(path string) ([][]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(bufio.NewReader(f)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows[1:], nil
}

func write(path string, lines []string) error {
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}
