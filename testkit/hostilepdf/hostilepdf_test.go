package hostilepdf_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/hostilepdf"
)

func TestEveryCallMakesTheSame(t *testing.T) {
	first, again := append(hostilepdf.Cases(), hostilepdf.Images()...), append(hostilepdf.Cases(), hostilepdf.Images()...)
	pdfs := len(hostilepdf.Cases())
	names := map[string]bool{}
	size := 0
	for i, c := range first {
		if names[c.Name] || c.Name == "" {
			t.Errorf("%q is made twice", c.Name)
		}
		names[c.Name] = true
		size += len(c.Content)
		if !bytes.Equal(c.Content, again[i].Content) || i < pdfs && !bytes.Contains(c.Content[:min(1024, len(c.Content))], []byte("%PDF-")) {
			t.Errorf("%s: other bytes at the second call, or no PDF", c.Name)
		}
	}
	if size > 96<<20 {
		t.Errorf("%d bytes in all", size)
	}
}

func TestMutants(t *testing.T) {
	good := []byte("%PDF-1.4\n" + strings.Repeat("1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n", 50))
	kept := bytes.Clone(good)
	different := map[string]bool{}
	for seed := range uint64(200) {
		m := hostilepdf.Mutant(good, seed)
		if !bytes.Equal(m, hostilepdf.Mutant(good, seed)) {
			t.Errorf("seed %d makes two", seed)
		}
		if !bytes.Contains(m[:min(1024, len(m))], []byte("%PDF-")) {
			t.Errorf("seed %d is no PDF", seed)
		}
		different[string(m)] = true
	}
	if len(different) < 180 || !bytes.Equal(good, kept) {
		t.Errorf("200 seeds made %d, or the original was changed", len(different))
	}
	hostilepdf.Mutant(nil, 1)
}

func ExampleMutant() {
	good := []byte("%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n")
	bad := hostilepdf.Mutant(good, 1)
	fmt.Println(bytes.Equal(bad, good), bytes.Equal(bad, hostilepdf.Mutant(good, 1)))
	// Output: false true
}
