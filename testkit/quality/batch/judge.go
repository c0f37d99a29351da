package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// verdict counts pairs.
type verdict struct {
	duplicates, found, called int // pairs that are duplicates, those found, all that were called so
	letters, flagged          int // pairs of one form letter, those called duplicates
}

func (v verdict) precision() float64 { return float64(v.found) / float64(max(1, v.called)) }
func (v verdict) recall() float64    { return float64(v.found) / float64(max(1, v.duplicates)) }

func (v verdict) f1() float64 {
	p, r := v.precision(), v.recall()
	return 2 * p * r / max(p+r, 1e-9)
}

func (v verdict) String() string {
	return fmt.Sprintf("duplicates: precision %.4f, recall %.4f, F1 %.4f (%d of %d)\nform letters called duplicates: %d of %d\n",
		v.precision(), v.recall(), v.f1(), v.found, v.duplicates, v.flagged, v.letters)
}

// judge holds the pairs that were found against the true ones.
func judge(truth, found string) (v verdict, err error) {
	duplicate := map[[2]string]bool{}
	letter := map[[2]string]bool{}
	err = each(truth, func(p related) {
		switch p.Relation {
		case "duplicate":
			duplicate[[2]string{p.A, p.B}] = true
		case "mass":
			letter[[2]string{p.A, p.B}] = true
		}
	})
	if err != nil {
		return v, err
	}
	v.duplicates, v.letters = len(duplicate), len(letter)
	return v, each(found, func(p related) {
		if p.Relation != "duplicate" {
			return
		}
		v.called++
		pair, back := [2]string{p.A, p.B}, [2]string{p.B, p.A}
		if duplicate[pair] || duplicate[back] {
			v.found++
		}
		if letter[pair] || letter[back] {
			v.flagged++
		}
	})
}

// related is a line of pairs.
type related struct{ A, B, Relation string }

// largest returns how many members the largest cluster has, and how many
// clusters there are.
func largest(path string) (members, clusters int, err error) {
	err = each(path, func(c struct{ Members []string }) {
		clusters++
		members = max(members, len(c.Members))
	})
	return members, clusters, err
}

// each calls visit with each line of a file of JSON.
func each[T any](path string, visit func(T)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		visit(line)
	}
	return lines.Err()
}
