// Package mail has messages that writers made, with what is right of each. See SOURCES.md.
package mail

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed learn report
var files embed.FS

// Message is a message and what is right of it.
type Message struct {
	File      string
	Content   []byte `json:"-"`
	SameAs    string `json:"same_as"` // file of an earlier message that it repeats
	Parts     []Part
	Documents []Document
	Radicado  string `json:"radicado_in_subject"`
	Links     []string
}

// Part is a part and what becomes of it: "document", "page of a document", "refused", "ignored" or
// "container".
type Part struct {
	Name, In, Becomes, Document, Ctype string
}

// Document is a document that a message brings.
type Document struct {
	ID, From, Type, Cedula, Email, Radicado string
	Plaintiff, Defendant                    []string
}

// Read returns the messages of a folder: "learn" or "report".
func Read(folder string) (all []Message, err error) {
	gold, err := files.ReadFile(folder + "/gold.jsonl")
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(gold) {
		var m Message
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		if m.Content, err = files.ReadFile(folder + "/" + m.File); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}
