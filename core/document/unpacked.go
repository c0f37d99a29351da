package document

import "time"

// Unpacked is what a message or an archive holds.
type Unpacked struct {
	Message *Message // nil for an archive
	Parts   []Part   // in their order, those within archives and messages too
}

// Message is what a message says of itself.
type Message struct {
	ID                 string // Message-ID without < and >; "" if there is none
	Sender, SenderName string // address, and the name beside it
	Recipients         []string
	Subject            string
	SentAt             time.Time // zero if there is no date
	Body               string    // as text; of several forms the plain one
}

// Part is a file within a message or an archive.
type Part struct {
	Name    string // "" if it has none
	In      string // name of the archive or message within it that has the part; "" for the outermost
	Inline  bool   // a picture within the text of a message
	Content []byte
	Err     error // why it cannot be had; a fault with a Spanish message
}
