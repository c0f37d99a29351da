package collection

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"github.com/cotejo/cotejo/core/batchdedup"
)

// A place is a file and a byte of it, or of a text that was kept the complement
// of where that is.
const (
	offsetBits = 40
	maxFiles   = 1 << (62 - offsetBits)
)

func place(file int, offset int64) int64 { return int64(file)<<offsetBits | offset }

// keepText keeps a text that will not be read again from where it came.
func (c *Collection) keepText(d *batchdedup.Document) error {
	if c.options.Texts == nil {
		return nil
	}
	at, err := c.options.Texts.Append([]byte(d.Text))
	d.Place = ^at
	return err
}

// Text implements batchdedup.Collection.
func (c *Collection) Text(_ context.Context, place int64) (string, error) {
	if place < 0 {
		kept, err := c.options.Texts.Read(^place, nil)
		return string(kept), err
	}
	i, offset := int(place>>offsetBits), place&(1<<offsetBits-1)
	if i >= len(c.files) {
		return "", fmt.Errorf("no file %d", i)
	}
	f := c.files[i]
	if f.kind == plainText {
		return ReadText(f.path, nil)
	}
	file, err := os.Open(f.path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if _, err := file.Seek(offset, 0); err != nil {
		return "", err
	}
	line, _, err := NextLine(bufio.NewReaderSize(file, 16<<10)) // most lines are shorter
	if err != nil {
		return "", err
	}
	in, err := parseLine(line)
	return in.Text, err
}
