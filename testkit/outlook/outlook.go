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
	for number, s := range map[int]string{0x1035: m.ID, 0x5d01: m.Sender, 0x0c1a: m.SenderName, 0x0037: m.Subject, 0x1000: m.Body} {
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
	fatSector          = 0xfffffffd
)

// compound writes a compound file (MS-CFB) of version 3. Children are a list, which readers accept
// in place of a balanced tree.
func compound(root *node) []byte {
	var all []*node
	var visit func(n *node)
	visit = func(n *node) {
		n.index, n.child, n.right = uint32(len(all)), none, none
		all = append(all, n)
		slices.SortFunc(n.children, func(a, b *node) int { return strings.Compare(a.name, b.name) })
		for i, c := range n.children {
			visit(c)
			if i > 0 {
				n.children[i-1].right = c.index
			} else {
				n.child = c.index
			}
		}
	}
	visit(root)

	var mini, data bytes.Buffer
	var miniFAT, fat []uint32
	chain := func(table []uint32, sectors int) []uint32 {
		for i := range sectors {
			next := uint32(len(table) + 1)
			if i == sectors-1 {
				next = end
			}
			table = append(table, next)
		}
		return table
	}
	// put adds content as sectors of the file and returns the first.
	put := func(content []byte) uint32 {
		start := uint32(len(fat))
		sectors := (len(content) + sector - 1) / sector
		if sectors == 0 {
			return end
		}
		data.Write(content)
		data.Write(make([]byte, sectors*sector-len(content)))
		fat = chain(fat, sectors)
		return start
	}
	for _, n := range all {
		switch {
		case !n.isStream || len(n.content) == 0:
			n.start = end
		case len(n.content) < cutoff:
			n.start = uint32(len(miniFAT))
			sectors := (len(n.content) + miniSector - 1) / miniSector
			mini.Write(n.content)
			mini.Write(make([]byte, sectors*miniSector-len(n.content)))
			miniFAT = chain(miniFAT, sectors)
		default:
			n.start = put(n.content)
		}
	}
	root.content, root.start = mini.Bytes(), put(mini.Bytes())
	miniStart := put(words(miniFAT))
	var directory bytes.Buffer
	for _, n := range all {
		directory.Write(n.entry())
	}
	for directory.Len()%sector != 0 {
		directory.Write((&node{child: none, right: none}).entry())
	}
	directoryStart := put(directory.Bytes())
	fats := 1
	for (len(fat)+fats)*4 > fats*sector {
		fats++
	}
	fatStart := uint32(len(fat))
	for range fats {
		fat = append(fat, fatSector)
	}
	for len(fat)*4 < fats*sector {
		fat = append(fat, none)
	}
	data.Write(words(fat))

	header := make([]byte, sector)
	copy(header, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	copy(header[24:], []byte{0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0})
	for at, v := range map[int]uint32{44: uint32(fats), 48: directoryStart, 56: cutoff, 60: miniStart, 64: uint32((len(miniFAT)*4 + sector - 1) / sector), 68: end} {
		binary.LittleEndian.PutUint32(header[at:], v)
	}
	for i := range 109 {
		v := uint32(none)
		if i < fats {
			v = fatStart + uint32(i)
		}
		binary.LittleEndian.PutUint32(header[76+4*i:], v)
	}
	return append(header, data.Bytes()...)
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
