// Package storetest holds every store of documents, tasks, sessions, settings,
// originals and fingerprints to the contracts of package ports, and every
// queue and blob store as well.
//
// An adapter's test opens itself and calls Run; each sentence of a contract is
// a named subtest:
//
//	func TestStores(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) storetest.Stores { … })
//	}
package storetest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// Stores are the stores of one database. A topic needs its own and those that it
// is compared with; all topics need all.
type Stores struct {
	Transactor   ports.Transactor
	Documents    ports.Documents
	Tallies      ports.Tallies
	Recurrences  ports.Recurrences
	Search       ports.Search
	History      ports.History
	Claims       ports.Claims
	Tasks        ports.Tasks
	Sessions     ports.Sessions
	TaskParts    ports.TaskParts
	Tunings      ports.Tunings[ner.Config]
	DedupTunings ports.Tunings[dedup.Config]
	MailRules    ports.Tunings[document.MailRules]
	Examples     ports.Examples
	Pairs        ports.Pairs
	Letters      ports.Letters
	Deliveries   ports.Deliveries
	Bin          ports.Bin
	Divisions    ports.Divisions
	SavedViews   ports.SavedViewStore
	Originals    ports.OriginalKeys
	Index        dedup.Index
	Prints       dedup.Sampler // of Index
	Boilerplate  ports.Boilerplate
	Loader       ports.Loader // of Documents and Index
	Pinger       ports.Pinger
	Activity     ports.ActivityStore
	PageWords    ports.PageWords

	LoginAttempts ports.LoginAttempts
}

// Run tests the stores that open returns: each time new ones, empty, closed at
// the end of the test that it is given. It tests all topics, or those named.
func Run(t *testing.T, open func(t *testing.T) Stores, topics ...string) {
	for _, topic := range []struct {
		name string
		test func(t *testing.T, open func(t *testing.T) Stores)
	}{
		{"Documents", testDocuments},
		{"Listing", testListing},
		{"Recurrences", testRecurrences},
		{"Loader", testLoader},
		{"Search", testSearch},
		{"History", testHistory},
		{"Claims", testClaims},
		{"Filters", testFilters},
		{"Tallies", testTallies},
		{"Tasks", testTasks},
		{"TaskListing", testTaskListing},
		{"TaskParts", testTaskParts},
		{"Sessions", testSessions},
		{"LoginAttempts", testLoginAttempts},
		{"Tunings", testTunings},
		{"Examples", testExamples},
		{"Pairs", testPairs},
		{"Letters", testLetters},
		{"Deliveries", testDeliveries},
		{"Activity", testActivity},
		{"PageWords", testPageWords},
		{"Originals", testOriginals},
		{"Bin", testBin},
		{"Divisions", testDivisions},
		{"SavedViews", testSavedViews},
		{"Index", testIndex},
		{"Boilerplate", testBoilerplate},
		{"Transactions", testTransactions},
		{"Concurrency", testConcurrency},
	} {
		if len(topics) == 0 || slices.Contains(topics, topic.name) {
			t.Run(topic.name, func(t *testing.T) {
				t.Parallel()
				topic.test(t, open)
			})
		}
	}
}

// ruleOf is one sentence of a contract and its test, on stores of its own.
type ruleOf[S any] struct {
	name string
	test func(t *testing.T, ctx context.Context, s S)
}

type rule = ruleOf[Stores]

func runRules[S any](t *testing.T, open func(t *testing.T) S, rules []ruleOf[S]) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) { r.test(t, t.Context(), open(t)) })
	}
}

// epoch is when the tests' records begin; its microseconds must survive.
var epoch = time.Date(2026, 3, 4, 15, 4, 5, 123456000, time.UTC)

var errChange = errors.New("the change failed")

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantKind(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if got := fault.KindOf(err); err == nil || got != kind {
		t.Fatalf("got error %v of kind %q, want kind %q", err, got, kind)
	}
	if f, ok := fault.As(err); !ok || f.Code == "" || f.Message == "" {
		t.Fatalf("fault %#v lacks a code or a message", err)
	}
}

func wantEqual(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got\n\t%+v\nwant\n\t%+v", got, want)
	}
}
