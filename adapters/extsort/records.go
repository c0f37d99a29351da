package extsort

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sync"

	"github.com/cotejo/cotejo/ports"
)

const recordsSuffix = ".records"

// records implements ports.Records: each record behind its length, four bytes.
type records struct {
	file *os.File
	end  int64 // of the last record

	mu      sync.RWMutex
	pending []byte // not yet in the file
	written int64  // bytes in the file
	err     error
}

var _ ports.Records = (*records)(nil)

const (
	lengthBytes  = 4
	recordBuffer = 1 << 20
	maxRecord    = 1 << 30
)

func openRecords(path string, size int64) (*records, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || info.Size() < size {
		return nil, errors.Join(fmt.Errorf("%s is shorter than at the last checkpoint", path), err, file.Close())
	}
	if err := file.Truncate(size); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &records{file: file, end: size, written: size}, nil
}

// Append implements ports.Records.
func (r *records) Append(record []byte) (int64, error) {
	if len(record) > maxRecord {
		return 0, fmt.Errorf("a record of %d bytes", len(record))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.end
	r.pending = binary.LittleEndian.AppendUint32(r.pending, uint32(len(record)))
	r.pending = append(r.pending, record...)
	r.end += int64(lengthBytes + len(record))
	if len(r.pending) >= recordBuffer {
		return at, r.write()
	}
	return at, nil
}

// flush writes what is pending and returns how long the file is.
func (r *records) flush() (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.write()
	return r.written, err
}

func (r *records) write() error {
	n, err := r.file.WriteAt(r.pending, r.written)
	r.written += int64(n)
	r.pending = r.pending[:copy(r.pending, r.pending[n:])]
	return err
}

// Read implements ports.Records.
func (r *records) Read(at int64, buffer []byte) ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if at < 0 || at+lengthBytes > r.end {
		return nil, fmt.Errorf("no record at %d", at)
	}
	if at >= r.written {
		rest := r.pending[at-r.written:]
		n := int(binary.LittleEndian.Uint32(rest))
		return append(buffer[:0], rest[lengthBytes:lengthBytes+n]...), nil
	}
	// Most records come whole with one read.
	buffer = buffer[:cap(buffer)]
	if len(buffer) < 4096 {
		buffer = make([]byte, 16<<10)
	}
	got, err := r.file.ReadAt(buffer[:min(int64(len(buffer)), r.written-at)], at)
	if err != nil {
		return nil, err
	}
	n := int(binary.LittleEndian.Uint32(buffer))
	if at+int64(lengthBytes+n) > r.written {
		return nil, fmt.Errorf("no record at %d", at)
	}
	if lengthBytes+n <= got {
		return buffer[lengthBytes : lengthBytes+n], nil
	}
	buffer = make([]byte, n)
	_, err = r.file.ReadAt(buffer, at+lengthBytes)
	return buffer, err
}

// All implements ports.Records.
func (r *records) All() iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		var size int64
		if size, r.err = r.flush(); r.err != nil {
			return
		}
		in := bufio.NewReaderSize(io.NewSectionReader(r.file, 0, size), recordBuffer)
		var length [lengthBytes]byte
		var record []byte
		for at := int64(0); at < size; at += int64(lengthBytes + len(record)) {
			if _, r.err = io.ReadFull(in, length[:]); r.err != nil {
				return
			}
			n := int(binary.LittleEndian.Uint32(length[:]))
			if cap(record) < n {
				record = make([]byte, 2*n)
			}
			record = record[:n]
			if _, r.err = io.ReadFull(in, record); r.err != nil {
				return
			}
			if !yield(at, record) {
				return
			}
		}
	}
}

// Err implements ports.Records.
func (r *records) Err() error { return r.err }
