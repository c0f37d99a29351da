package unpack

import (
	"encoding/binary"
	"errors"
	"io"
)

const (
	// maxEntriesOfCompound bounds the directory of a compound file (MS-CFB): a message has some hundred properties, and forty
	// for each attachment.
	maxEntriesOfCompound = 20_000
	// maxTreeDepth bounds how deep its folders lie in each other; a message within a message takes two.
	maxTreeDepth = 64
)

var errTree = errors.New("the directory of the compound file is damaged, too large or too deep")

// checkTree goes through the directory of a compound file before mscfb does: that copies the path of each folder, which of a
// deep or circular directory is more than the memory. What cannot be read at all is left to mscfb, which says why.
func checkTree(file io.ReaderAt) error {
	entries, err := directory(file)
	if errors.Is(err, errTree) {
		return err
	}
	if err != nil || len(entries) == 0 {
		return nil
	}
	type visit struct {
		id    uint32
		depth int
	}
	for waiting, visited := []visit{{}}, 0; len(waiting) > 0; visited++ {
		v := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if visited > len(entries) || int64(v.id) >= int64(len(entries)) || v.depth > maxTreeDepth {
			return errTree
		}
		for i, id := range entries[v.id] {
			if id == noEntry {
				continue
			}
			depth := v.depth
			if i == childOf {
				depth++
			}
			waiting = append(waiting, visit{id, depth})
		}
	}
	return nil
}

// links are the IDs of the entries to the left and right of an entry, and of one within it.
type links [3]uint32

const (
	childOf    = 2
	noEntry    = 0xffffffff
	endOfChain = 0xfffffffe
)

// directory returns the links of all entries by their IDs.
func directory(file io.ReaderAt) (entries []links, err error) {
	number := func(at int64) (n uint32) {
		var b [4]byte
		if _, failed := file.ReadAt(b[:], at); failed != nil && err == nil {
			err = failed
		}
		return binary.LittleEndian.Uint32(b[:])
	}
	sector := int64(1) << (number(30) & 0xf)
	if sector != 512 && sector != 4096 {
		return nil, err
	}
	begin := func(n uint32) int64 { return int64(n+1) * sector }
	perSector := uint32(sector / 4)
	// tableAt returns where a sector of the allocation table is: the header has the first 109, and the rest are in a chain.
	const inHeader, header = 109, 76
	rest := []uint32{number(68)}
	tableAt := func(i uint32) int64 {
		if i < inHeader {
			return begin(number(header + 4*int64(i)))
		}
		i -= inHeader
		link := int(i / (perSector - 1))
		for len(rest) <= link && err == nil {
			rest = append(rest, number(begin(rest[len(rest)-1])+sector-4))
		}
		if err != nil {
			return 0
		}
		return begin(number(begin(rest[link]) + 4*int64(i%(perSector-1))))
	}
	for at := number(48); at != endOfChain && err == nil; at = number(tableAt(at/perSector) + 4*int64(at%perSector)) {
		for entry := begin(at); entry < begin(at)+sector; entry += 128 {
			entries = append(entries, links{number(entry + 68), number(entry + 72), number(entry + 76)})
		}
		if len(entries) > maxEntriesOfCompound {
			return nil, errTree
		}
	}
	return entries, err
}
