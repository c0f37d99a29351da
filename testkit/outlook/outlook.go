// Package outlook makes messages as Outlook saves them (MS-OXMSG), for tests.
package outlook

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// Message is a message to be saved.
type Message struct {
	ID, Sender, SenderName, Subject, Body, HTML string
	DisplayTo                                   string // recipients, divided by "; "
	Ticks                                       uint64 // when it was sent, in 100 ns since 1601
	Attachments                                 []Attachment
}

// Attachment is a file, or a message.
type Attachment struct {
	Name    string
	Content []byte
	Message *Message
}

// Bytes returns the message as a file.
func (m Message) Bytes() []byte {
	root := &node{name: "Root Entry"}
	m.addTo(root, 32)
	return compound(root)
}

func (m Message) addTo(at *node, header int) {
	for number, s := range map[int]string{0x1035: m.ID, 0x5d01: m.Sender, 0x0c1a: m.SenderName, 0x0037: m.Subject, 0x0e04: m.DisplayTo, 0x1000: m.Body} {
		if s != "" {
			at.text(number, s)
		}
	}
	if m.HTML != "" {
		at.add("__substg1.0_10130102", []byte(m.HTML))
	}
	list := make([]byte, header+16)
	binary.LittleEndian.PutUint32(list[header:], 0x00390040)
	binary.LittleEndian.PutUint64(list[header+8:], m.Ticks)
	at.add("__properties_version1.0", list)
	for i, a := range m.Attachments {
		folder := &node{name: fmt.Sprintf("__attach_version1.0_#%08X", i)}
		at.children = append(at.children, folder)
		if a.Name != "" {
			folder.text(0x3707, a.Name)
		}
		folder.add("__properties_version1.0", make([]byte, 8))
		if a.Message != nil {
			inner := &node{name: "__substg1.0_3701000D"}
			folder.children = append(folder.children, inner)
			a.Message.addTo(inner, 24)
			continue
		}
		folder.add("__substg1.0_37010102", a.Content)
	}
}

// node is a storage, or a stream if it has content.
type node struct {
	name     string
	content  []byte
	isStream bool
	children []*node

	index, child, right uint32
	start               uint32
}

func (n *node) add(name string, content []byte) {
	n.children = append(n.children, &node{name: name, content: content, isStream: true})
}

func (n *node) text(number int, s string) {
	var b bytes.Buffer
	for _, u := range utf16.Encode([]rune(s)) {
		_ = binary.Write(&b, binary.LittleEndian, u)
	}
	n.add(fmt.Sprintf("__substg1.0_%04X001F", number), b.Bytes())
}

const (
	sector, miniSector = 512, 64
	cutoff             = 4096 // streams below are in the mini stream
	none, end          = 0xffffffff, 0xfffffffe
	tableSector        = 0xfffffffd
)

// numbered returns a node and all below it, each with its number and those of its child and its
// sibling. Children are a list, which readers accept in place of a balanced tree.
func numbered(n *node, all []*node) []*node {
	n.index, n.child, n.right = uint32(len(all)), none, none
	all = append(all, n)
	slices.SortFunc(n.children, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	for i, c := range n.children {
		all = numbered(c, all)
		if i > 0 {
			n.children[i-1].right = c.index
		} else {
			n.child = c.index
		}
	}
	return all
}

// sectors are content in sectors of a size, with the table that chains them.
type sectors struct {
	size  int
	data  bytes.Buffer
	table []uint32
}

// put adds content and returns its first sector.
func (s *sectors) put(content []byte) uint32 {
	n := (len(content) + s.size - 1) / s.size
	if n == 0 {
		return end
	}
	start := uint32(len(s.table))
	s.data.Write(content)
	s.data.Write(make([]byte, n*s.size-len(content)))
	for i := range n {
		next := uint32(len(s.table) + 1)
		if i == n-1 {
			next = end
		}
		s.table = append(s.table, next)
	}
	return start
}

// compound writes a compound file (MS-CFB) of version 3.
func compound(root *node) []byte {
	all := numbered(root, nil)
	file, mini := sectors{size: sector}, sectors{size: miniSector}
	for _, n := range all {
		switch {
		case !n.isStream:
			n.start = end
		case len(n.content) < cutoff:
			n.start = mini.put(n.content)
		default:
			n.start = file.put(n.content)
		}
	}
	root.content = mini.data.Bytes()
	root.start = file.put(root.content)
	miniTable := words(mini.table)
	miniStart := file.put(miniTable)
	var directory bytes.Buffer
	for _, n := range all {
		directory.Write(n.entry())
	}
	for directory.Len()%sector != 0 {
		directory.Write((&node{child: none, right: none}).entry())
	}
	directoryStart := file.put(directory.Bytes())
	tables := 1
	for (len(file.table)+tables)*4 > tables*sector {
		tables++
	}
	tableStart := uint32(len(file.table))
	for range tables {
		file.table = append(file.table, tableSector)
	}
	file.data.Write(words(file.table))

	header := make([]byte, sector)
	copy(header, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	copy(header[24:], []byte{0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0})
	for at, v := range map[int]uint32{44: uint32(tables), 48: directoryStart, 56: cutoff, 60: miniStart, 64: uint32(len(miniTable) / sector), 68: end} {
		binary.LittleEndian.PutUint32(header[at:], v)
	}
	for i := range 109 {
		v := uint32(none)
		if i < tables {
			v = tableStart + uint32(i)
		}
		binary.LittleEndian.PutUint32(header[76+4*i:], v)
	}
	return append(header, file.data.Bytes()...)
}

// entry returns the entry of the directory.
func (n *node) entry() []byte {
	e := make([]byte, 128)
	units := utf16.Encode([]rune(n.name))
	for i, u := range units {
		binary.LittleEndian.PutUint16(e[2*i:], u)
	}
	if n.name != "" {
		binary.LittleEndian.PutUint16(e[64:], uint16(2*len(units)+2))
	}
	switch {
	case n.name == "":
	case n.name == "Root Entry":
		e[66] = 5
	case n.isStream:
		e[66] = 2
	default:
		e[66] = 1
	}
	e[67] = 1
	for at, v := range map[int]uint32{68: none, 72: n.right, 76: n.child, 116: n.start, 120: uint32(len(n.content))} {
		binary.LittleEndian.PutUint32(e[at:], v)
	}
	return e
}

// words returns a table as sectors.
func words(table []uint32) []byte {
	b := make([]byte, 0, len(table)*4)
	for _, v := range table {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	for len(b)%sector != 0 {
		b = append(b, 0xff)
	}
	return b
}
