package document

// FoundFile is a PDF in a watched folder.
type FoundFile struct {
	Upload
	Source string // its path, the same at each scan
	SHA256 string // of its bytes, lower-case hex

	// Again accepts the file even if it was accepted before.
	Again bool
}

// Collected is the state of a found file.
type Collected struct {
	// Task is the task of the file. If the task has expired, it has only the IDs, the status and a
	// short result.
	Task Task

	// Before means that the file was accepted earlier and is not retried.
	Before bool
}
