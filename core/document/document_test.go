package document_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

func TestReadingConfidenceIsWeightedByText(t *testing.T) {
	page := func(text string, confidence float64) document.Page {
		return document.Page{Text: text, Confidence: confidence}
	}
	for _, c := range []struct {
		rule  string
		pages []document.Page
		want  float64
	}{
		{"no page, no confidence", nil, 0},
		{"one page gives its own", []document.Page{page("hola", 0.8)}, 0.8},
		{"longer pages weigh more", []document.Page{page("abc", 1), page("a", 0.6)}, 0.9},
		{"a page without text does not count", []document.Page{page("", 0), page("abc", 0.9), page(" .\n|", 0.1)}, 0.9},
		{"no text, no confidence", []document.Page{page("", 1)}, 0},
	} {
		if got := (document.Reading{Pages: c.pages}).Confidence(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: got %v, want %v", c.rule, got, c.want)
		}
	}
}

func TestWhatIsDoubtful(t *testing.T) {
	for _, c := range []struct {
		confidence float64
		want       string // value, type as sent, other type
	}{
		{.4, "true true false"}, {.6, "true true true"}, {.84, "true true true"}, {.89, "true false true"}, {ner.DoubtfulBelow - .01, "true false true"}, {ner.DoubtfulBelow, "false false true"},
	} {
		entity := document.Entity{Entity: ner.Entity{Confidence: c.confidence}}
		suggestion := document.Suggestion{Type: document.Tutela, Confidence: c.confidence}
		if got := fmt.Sprint(entity.IsDoubtful(), suggestion.IsDoubtful(document.Tutela), suggestion.IsDoubtful(document.Demanda)); got != c.want {
			t.Errorf("confidence %v: %s instead of %s", c.confidence, got, c.want)
		}
	}
	if (document.Suggestion{}).IsDoubtful(document.Tutela) {
		t.Error("no suggestion makes a type doubtful")
	}
}

func TestHealthStatus(t *testing.T) {
	parts := func(database, ocr document.ComponentStatus) document.Health {
		return document.Health{Components: []document.Component{{Name: "database", Status: database, Blocks: true}, {Name: "ocr", Status: ocr}}}
	}
	for _, c := range []struct {
		rule   string
		health document.Health
		want   document.HealthStatus
	}{
		{"all is well", parts(document.ComponentOK, document.ComponentOK), document.Healthy},
		{"what is switched off is no fault", parts(document.ComponentOK, document.ComponentDisabled), document.Healthy},
		{"a part that fails degrades", parts(document.ComponentOK, document.ComponentError), document.Degraded},
		{"a slow database degrades", parts(document.ComponentDegraded, document.ComponentOK), document.Degraded},
		{"without a database nothing works", parts(document.ComponentError, document.ComponentError), document.Unhealthy},
	} {
		if got := c.health.Status(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.rule, got, c.want)
		}
	}
}

func TestTotalPages(t *testing.T) {
	for _, c := range []struct{ total, size, want int }{{0, 20, 0}, {1, 20, 1}, {20, 20, 1}, {21, 20, 2}} {
		l := document.Listing{Total: c.total, Page: document.PageRequest{Number: 1, Size: c.size}}
		if got := l.TotalPages(); got != c.want {
			t.Errorf("%d rows by %d: got %d pages, want %d", c.total, c.size, got, c.want)
		}
	}
}

func ExampleReading_Text() {
	r := document.Reading{Pages: []document.Page{{Text: "Señor juez"}, {Text: "Atentamente"}}}
	fmt.Printf("%q\n", r.Text())
	// Output: "Señor juez\fAtentamente"
}
