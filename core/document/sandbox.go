package document

// Sandbox describes what the kernel denies to the processes that read untrusted files. The zero
// value is no protection.
type Sandbox struct {
	Known bool // whether a reader has reported the rest
	Calls bool // network, other programs and other processes are denied
	Files bool // all files but its input, the language data and its temporary folder
}

// Complete reports whether nothing is missing.
func (s Sandbox) Complete() bool { return s.Calls && s.Files }
