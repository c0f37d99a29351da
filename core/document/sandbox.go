package document

// Sandbox says what the kernel keeps from the processes that read what strangers
// send, should a file take one over. The zero value is no protection.
type Sandbox struct {
	Calls bool // network, other programs and other processes
	Files bool // all files but its input, the language data and its temporary folder
}

// Complete reports whether nothing is missing.
func (s Sandbox) Complete() bool { return s.Calls && s.Files }
