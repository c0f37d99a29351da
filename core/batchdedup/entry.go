package batchdedup

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"github.com/cotejo/cotejo/core/dedup"
)

// entry is what is kept of a document.
type entry struct {
	dedup.Fingerprint
	read  bool // the parties were given or have been extracted
	place int64
}

const entryHeader = 9

// append appends whether the parties are known, the place, the ID with its
// length, and the fingerprint without it.
func (e entry) append(b []byte) []byte {
	b = append(b, 0)
	if e.read {
		b[len(b)-1] = 1
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(e.place))
	b = binary.AppendUvarint(b, uint64(len(e.ID)))
	b = append(b, e.ID...)
	e.ID = ""
	b, _ = e.AppendBinary(b) // never fails
	return b
}

func parseEntry(b []byte) (e entry, err error) {
	id, rest, err := splitEntry(b)
	if err != nil {
		return entry{}, err
	}
	e.read, e.place = b[0] == 1, int64(binary.LittleEndian.Uint64(b[1:]))
	err = e.UnmarshalBinary(rest)
	e.ID = string(id)
	return e, err
}

// splitEntry returns the ID of an entry and what follows it.
func splitEntry(b []byte) (id, rest []byte, err error) {
	if len(b) < entryHeader {
		return nil, nil, fmt.Errorf("a document of %d bytes", len(b))
	}
	n, size := binary.Uvarint(b[entryHeader:])
	rest = b[entryHeader+max(0, size):]
	if size <= 0 || n > uint64(len(rest)) {
		return nil, nil, fmt.Errorf("a document of %d bytes without its ID", len(b))
	}
	return rest[:n], rest[n:], nil
}

// idHash identifies an ID. Two of a million IDs have the same hash with a
// probability of one in thirty million.
func idHash[T string | []byte](id T) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}
