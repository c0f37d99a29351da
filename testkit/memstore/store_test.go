package memstore_test

import (
	"testing"

	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/memstore"
	"github.com/cotejo/cotejo/testkit/storetest"
)

func TestStores(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Stores {
		s := memstore.New()
		return storetest.Stores{Transactor: s, Documents: s.Documents(), Tallies: s.Tallies(), Recurrences: s.Recurrences(), History: s.History(), Claims: s.Claims(), Tasks: s.Tasks(),
			Sessions: s.Sessions(), Tunings: s.Tunings(), DedupTunings: s.DedupTunings(), MailRules: s.MailRules(), Examples: s.Examples(), Pairs: s.Pairs(), Letters: s.Letters(), Originals: s.Originals(), Index: s.Index(), Prints: s.Prints(),
			Boilerplate: s.Boilerplate(), Loader: s.Loader(), Pinger: s, PageWords: s.PageWords(), Deliveries: s.Deliveries(), Bin: s.Bin(), Divisions: s.Divisions(), SavedViews: s.SavedViews()}
	}, "Documents", "Listing", "Recurrences", "Loader", "History", "Claims", "Filters", "Tallies", "Tasks", "TaskListing", "Sessions", "Tunings", "Examples", "Originals", "Bin", "Index",
		"Boilerplate", "PageWords", "Deliveries", "Transactions", "Concurrency")
}

func TestDocketStores(t *testing.T) {
	storetest.RunDocket(t, func(t *testing.T) storetest.DocketStores {
		s := memstore.New()
		return storetest.DocketStores{Transactor: s, Viewer: s, Courts: s.Courts(), MailTemplates: s.MailTemplates(), Cases: s.Cases(), Subjects: s.Subjects(), Corrections: s.Corrections(), Notifications: s.Notifications(), Outbox: s.Outbox(), Attachments: s.Attachments(), Receipts: s.Receipts(),
			Users: s.Users(), UserEvents: s.UserEvents(), Lockouts: s.Lockouts(), Sessions: s.Sessions(), Claims: s.Claims(), Pinger: s}
	})
}

func TestSpool(t *testing.T) {
	storetest.RunSpool(t, func(*testing.T) ports.Spool { return memstore.NewSpool() })
}

func TestBlobs(t *testing.T) {
	storetest.RunBlobs(t, func(t *testing.T) ports.Blobs { return memstore.NewBlobs() })
}
