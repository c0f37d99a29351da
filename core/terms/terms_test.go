package terms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/terms"
)

// paper returns a document of a type that was read on a day.
func paper(t *testing.T, kind document.Type, received string) *document.Document {
	return &document.Document{Type: kind, SHA256: "a", CreatedAt: day(t, received).Begin()}
}

func TestDue(t *testing.T) {
	table := terms.NewTable(terms.NewCalendar(day(t, "2026-10-20")))
	for _, c := range []struct {
		rule     string
		kind     document.Type
		received string
		due      string
	}{
		{"a tutela is ruled within ten business days (Decreto 2591 de 1991, art. 29)", document.Tutela, "2026-03-02", "2026-03-16"},
		{"weekends do not count", document.Tutela, "2026-03-06", "2026-03-20"},
		{"a paper of a Saturday counts from Monday on", document.Tutela, "2026-03-07", "2026-03-20"},
		{"a moved holiday does not count (Ley 51 de 1983)", document.Tutela, "2026-03-16", "2026-04-07"},
		{"Holy Week does not count", document.Sentencia, "2026-03-26", "2026-04-07"},
		{"a closure of the court does not count", document.Sentencia, "2026-10-16", "2026-10-22"},
		{"a ruling is appealed within three days (art. 31)", document.Sentencia, "2026-03-02", "2026-03-05"},
		{"an appeal is decided within twenty days (art. 32)", document.Impugnacion, "2026-04-06", "2026-05-05"},
		{"a contempt incident within ten (C-367 de 2014)", document.Desacato, "2026-04-06", "2026-04-20"},
		{"a petition within fifteen (Ley 1755 de 2015, art. 14)", document.DerechoPeticion, "2026-04-06", "2026-04-27"},
		{"habeas corpus counts calendar days (Ley 1095 de 2006)", document.HabeasCorpus, "2026-03-06", "2026-03-07"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if due := table.Due(paper(t, c.kind, c.received)); due.String() != c.due {
				t.Errorf("%s of %s is due on %s, want %s", c.kind, c.received, due, c.due)
			}
		})
	}
}

func TestTermBeginsOnArrival(t *testing.T) {
	table := terms.NewTable(terms.Calendar{})
	d := paper(t, document.Tutela, "2026-03-09")
	d.ArrivedAt = day(t, "2026-03-02").Begin()
	if due, term := table.Due(d), table.Term(&document.Document{Due: table.Due(d), Type: d.Type, SHA256: "a", ArrivedAt: d.ArrivedAt, CreatedAt: d.CreatedAt}, d.Due); due.String() != "2026-03-16" ||
		term.From.String() != "2026-03-02" || term.Rule.Days != 10 {
		t.Errorf("stored a week later: due on %s, %+v", due, term)
	}
}

func TestDocumentsWithoutTerm(t *testing.T) {
	table := terms.NewTable(terms.Calendar{})
	imported := paper(t, document.Tutela, "2026-03-02")
	imported.SHA256 = ""
	duplicate := paper(t, document.Tutela, "2026-03-02")
	duplicate.Due, duplicate.DuplicateState = table.Due(duplicate), document.ConfirmedDuplicate
	for rule, due := range map[string]document.Day{
		"a type without a rule":                            table.Due(paper(t, document.Otro, "2026-03-02")),
		"an imported document, received nobody knows when": table.Due(imported),
		"a confirmed duplicate":                            table.Term(duplicate, 1).Due,
		"a table without rules":                            terms.Table{}.Due(paper(t, document.Tutela, "2026-03-02")),
	} {
		if due != 0 {
			t.Errorf("%s: due on %s", rule, due)
		}
	}
}

func TestTermTellsItsBasisUnlessSetByHand(t *testing.T) {
	table := terms.NewTable(terms.Calendar{})
	d := paper(t, document.Tutela, "2026-03-02")
	d.Due = table.Due(d)
	term := table.Term(d, day(t, "2026-03-12"))
	if term.Rule.Basis != "Decreto 2591 de 1991, art. 29" || term.Rule.Purpose != "Fallo" || term.Left != 2 || term.From != day(t, "2026-03-02") {
		t.Errorf("got %+v", term)
	}
	d.Due++
	if term := table.Term(d, d.Due); term.Due != d.Due || term.Left != 0 || term.Rule != (terms.Rule{}) {
		t.Errorf("set by hand: %+v", term)
	}
}

func TestLeft(t *testing.T) {
	table := terms.NewTable(terms.Calendar{})
	for _, c := range []struct {
		rule, due, today string
		want             int
	}{
		{"business days up to the due day", "2026-03-16", "2026-03-12", 2},
		{"none on the day itself", "2026-03-16", "2026-03-16", 0},
		{"negative after it", "2026-03-16", "2026-03-18", -2},
		{"no more than 1,000 days are counted", "9999-12-31", "2026-03-16", 629},
		{"nor before today", "0001-01-01", "2026-03-16", -625},
		{"negative also on the weekend after it", "2026-03-13", "2026-03-14", -1},
	} {
		if got := table.Left(day(t, c.due), day(t, c.today)); got != c.want {
			t.Errorf("%s: %d, want %d", c.rule, got, c.want)
		}
	}
}

func TestCourtAdjustsRules(t *testing.T) {
	rules, err := terms.ParseRules([]byte(`[{"type":"tutela","purpose":"Proyecto de fallo","days":8,"basis":"Acuerdo del despacho"},{"type":"sentencia","days":0},
		{"type":"queja","purpose":"Respuesta","days":5,"basis":"Acuerdo del despacho"}]`))
	if err != nil {
		t.Fatal(err)
	}
	table := terms.NewTable(terms.Calendar{}, rules...)
	for kind, want := range map[document.Type]string{document.Tutela: "2026-03-12", "queja": "2026-03-09", document.Desacato: "2026-03-16"} {
		if due := table.Due(paper(t, kind, "2026-03-02")); due.String() != want {
			t.Errorf("%s is due on %s, want %s", kind, due, want)
		}
	}
	if due := table.Due(paper(t, document.Sentencia, "2026-03-02")); due != 0 {
		t.Errorf("a rule of 0 days leaves a term, due on %s", due)
	}
}

func TestParseRulesRefuses(t *testing.T) {
	for rules, part := range map[string]string{
		`{}`: "cannot unmarshal",
		`[{"type":"Tutela X","purpose":"a","days":1,"basis":"b"}]`:      "type",
		`[{"type":"tutela","purpose":"a","days":-1,"basis":"b"}]`:       "0 to 1000",
		`[{"type":"tutela","purpose":"a","days":1001,"basis":"b"}]`:     "0 to 1000",
		`[{"type":"tutela","purpose":"a","days":1}]`:                    "basis",
		`[{"type":"tutela","days":0},{"type":"tutela","days":0}]`:       "two rules",
		`[{"type":"tutela","days":0,"dias":3}]`:                         "dias",
		`[] []`:                                                         "behind",
		`[{"type":"habeas","purpose":"a","days":1,"basis":"an alias"}]`: "type",
	} {
		if _, err := terms.ParseRules([]byte(rules)); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v, want %q", rules, err, part)
		}
	}
}

func ExampleTable_Term() {
	received, _ := document.ParseDay("2026-03-27") // the Friday before Holy Week
	table := terms.NewTable(terms.Calendar{})
	d := document.Document{Type: document.Tutela, TypedIn: true, CreatedAt: received.Begin()}
	d.Due = table.Due(&d)
	term := table.Term(&d, received)
	fmt.Println(term.Due, term.Left, term.Rule.Basis)
	// Output: 2026-04-17 10 Decreto 2591 de 1991, art. 29
}
