package document

// Sandbox describes what the kernel denies to the processes that read untrusted files. The zero
// value is no protection.
type Sandbox struct {
	Known      bool // whether a reader has reported the rest
	Calls      bool // all system calls but those that reading takes; no network, no program, no other process
	Files      bool // all files but a copy of its input, the language data and the one file to write
	Privileges bool // root and all capabilities
}

// Complete reports whether nothing is missing.
func (s Sandbox) Complete() bool { return s.Calls && s.Files && s.Privileges }
