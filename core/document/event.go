package document

// Event is a change in a store, sent to connected clients.
type Event struct {
	Kind      EventKind
	Task      Task     // of a TaskEvent
	Documents []string // of the other events: the known IDs
}

// EventKind is the subject of an event.
type EventKind string

const (
	ReadyEvent     EventKind = "ready"     // the first: later events follow
	TaskEvent      EventKind = "task"      // a task was created, progressed or ended
	DocumentsEvent EventKind = "documents" // documents were stored, corrected or deleted
	PairsEvent     EventKind = "pairs"     // pairs were found or decided
)

// Activity is the recent changes in a store.
type Activity struct {
	Tasks   []Task   // those in work, and those that came in or ended lately; without results
	Stored  []string // IDs of documents, newest first
	Paired  []string // those of them that are in a pair
	Changes []Change // of documents, newest first
	Total   int      // existing documents
}
