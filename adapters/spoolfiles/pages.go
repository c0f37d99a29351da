package spoolfiles

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/cotejo/cotejo/core/document"
)

// pages is a file of records, one a page: the length and the checksum of the
// page (CRC-32, both of four bytes, big-endian), and the page as gob has it.
//
// A record is one write, and no sync: it outlives the process. After
// a power cut the checksum detects incomplete records; their pages are read again.
type pages struct {
	file *os.File
	ends []int64 // where the record of each page ends
}

const (
	headBytes = 8
	// maxPage bounds a record: a page of 100,000 words is smaller.
	maxPage = 64 << 20
)

// takeUp finds the sound records at the beginning of the file and cuts it off
// behind them.
func (p *pages) takeUp() error {
	for {
		end, page, err := p.read(p.Size())
		if errors.Is(err, errTorn) || err == nil && page.Number != len(p.ends)+1 {
			return p.file.Truncate(p.Size())
		}
		if err != nil {
			return err
		}
		p.ends = append(p.ends, end)
	}
}

// Append implements ports.SpooledPages.
func (p *pages) Append(page document.Page) error {
	if page.Number != len(p.ends)+1 {
		return fmt.Errorf("page %d does not follow page %d", page.Number, len(p.ends))
	}
	var record bytes.Buffer
	record.Write(make([]byte, headBytes))
	if err := gob.NewEncoder(&record).Encode(page); err != nil {
		return fmt.Errorf("spooling a page: %w", err)
	}
	body := record.Bytes()[headBytes:]
	if len(body) > maxPage {
		return fmt.Errorf("spooling a page: %d bytes are over the limit of %d", len(body), maxPage)
	}
	binary.BigEndian.PutUint32(record.Bytes(), uint32(len(body)))
	binary.BigEndian.PutUint32(record.Bytes()[4:], crc32.ChecksumIEEE(body))
	if _, err := p.file.WriteAt(record.Bytes(), p.Size()); err != nil {
		return failed("spooling a page", errors.Join(err, p.file.Truncate(p.Size())))
	}
	p.ends = append(p.ends, p.Size()+int64(record.Len()))
	return nil
}

// Len implements ports.SpooledPages.
func (p *pages) Len() int { return len(p.ends) }

// Page implements ports.SpooledPages.
func (p *pages) Page(number int) (document.Page, error) {
	if number < 1 || number > len(p.ends) {
		return document.Page{}, fmt.Errorf("there is no page %d", number)
	}
	at := int64(0)
	if number > 1 {
		at = p.ends[number-2]
	}
	_, page, err := p.read(at)
	if err != nil {
		return page, failed(fmt.Sprintf("taking page %d from the spool", number), err)
	}
	return page, nil
}

// Close implements ports.SpooledPages.
func (p *pages) Close() error { return p.file.Close() }

// Size implements ports.SpooledPages.
func (p *pages) Size() int64 {
	if len(p.ends) == 0 {
		return 0
	}
	return p.ends[len(p.ends)-1]
}

// errTorn says that no record, or part of one, stands there.
var errTorn = errors.New("corrupt record")

// read returns the page whose record begins at that place, and where it ends.
func (p *pages) read(at int64) (end int64, page document.Page, err error) {
	var head [headBytes]byte
	if _, err := p.file.ReadAt(head[:], at); err != nil {
		return 0, page, mapEOF(err)
	}
	n := binary.BigEndian.Uint32(head[:])
	if n == 0 || n > maxPage {
		return 0, page, errTorn
	}
	body := make([]byte, n)
	if _, err := p.file.ReadAt(body, at+headBytes); err != nil {
		return 0, page, mapEOF(err)
	}
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(head[4:]) || gob.NewDecoder(bytes.NewReader(body)).Decode(&page) != nil {
		return 0, page, errTorn
	}
	return at + headBytes + int64(n), page, nil
}

// mapEOF returns errTorn in place of io.EOF: the file ends within a record.
func mapEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return errTorn
	}
	return err
}

// encodePage returns a page as another server reads it: as gob has it, deflated.
func encodePage(page document.Page) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	err = errors.Join(gob.NewEncoder(w).Encode(page), w.Close())
	if err != nil {
		return nil, fmt.Errorf("encoding a page: %w", err)
	}
	return b.Bytes(), nil
}

func decodePage(data []byte) (page document.Page, err error) {
	inflated := io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxPage)
	if err := gob.NewDecoder(inflated).Decode(&page); err != nil {
		return page, fmt.Errorf("decoding a page: %w", err)
	}
	return page, nil
}
