package document

// FoundFile is a PDF that lies in a folder which the service collects from.
type FoundFile struct {
	Upload
	Source string // where it lies, the same each time it is looked at
	SHA256 string // of its bytes, lower-case hex

	// Again takes the file in even when it was taken in before.
	Again bool
}

// Collected is what is known of a found file.
type Collected struct {
	// Task works it. Of a file that was taken in longer ago than tasks are
	// kept, it has the IDs, the status and, in short, the result.
	Task Task

	// Before says that the file had been taken in before, and is not tried again.
	Before bool
}
