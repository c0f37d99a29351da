package segment

import (
	"bytes"
	"encoding/binary"
)

// Page is a run of keys with their lists. A store keeps it by First.
type Page struct {
	First []byte // its first key
	Data  []byte
}

// pageSize is how many bytes a page has at most, unless one list alone has more:
// two of them fill a page of PostgreSQL.
const pageSize = 3900

// pager writes keys, which must ascend, with their lists into pages. A key is
// written as what differs from the one before.
type pager struct {
	emit   func(Page) error
	page   Page
	before []byte
	room   []byte
}

func (p *pager) add(key []byte, l list) error {
	need := 6 + len(key) + len(l.data)
	if len(p.page.Data) > 0 && len(p.page.Data)+need > pageSize {
		if err := p.close(); err != nil {
			return err
		}
	}
	if len(p.page.Data) == 0 {
		p.page = Page{First: bytes.Clone(key), Data: make([]byte, 0, max(pageSize, need))}
		p.before = p.before[:0]
	}
	shared := 0
	for shared < len(key) && shared < len(p.before) && key[shared] == p.before[shared] {
		shared++
	}
	size := uint64(len(l.data)) << 1
	if l.dense {
		size |= 1
	}
	d := binary.AppendUvarint(p.page.Data, uint64(shared))
	d = append(binary.AppendUvarint(d, uint64(len(key)-shared)), key[shared:]...)
	p.page.Data = append(binary.AppendUvarint(d, size), l.data...)
	p.before = append(p.before[:0], key...)
	return nil
}

// close hands out the last page.
func (p *pager) close() error {
	if len(p.page.Data) == 0 {
		return nil
	}
	page := p.page
	p.page = Page{}
	return p.emit(page)
}

// cursor reads the keys of pages one after another.
type cursor struct {
	rest []byte
	key  []byte
	list list
}

// next reads the next key and its list; ok is false behind the last of the page.
func (c *cursor) next() (ok bool, err error) {
	if len(c.rest) == 0 {
		return false, nil
	}
	shared, err := c.number()
	if err != nil || shared > len(c.key) {
		return false, errDamaged
	}
	suffix, err := c.take()
	if err != nil {
		return false, err
	}
	c.key = append(c.key[:shared], suffix...)
	size, n := binary.Uvarint(c.rest)
	if n <= 0 || size>>1 > uint64(len(c.rest)-n) {
		return false, errDamaged
	}
	end := n + int(size>>1)
	c.list = list{size&1 == 1, c.rest[n:end]}
	c.rest = c.rest[end:]
	return true, nil
}

func (c *cursor) take() ([]byte, error) {
	length, err := c.number()
	if err != nil || length > len(c.rest) {
		return nil, errDamaged
	}
	taken := c.rest[:length]
	c.rest = c.rest[length:]
	return taken, nil
}

func (c *cursor) number() (int, error) {
	number, n := binary.Uvarint(c.rest)
	if n <= 0 || number > 1<<20 {
		return 0, errDamaged
	}
	c.rest = c.rest[n:]
	return int(number), nil
}

// Range is the keys from Low to High, both included.
type Range struct{ Low, High []byte }

// Look adds to found what a page has of the keys of a range, each number with
// base added, which is divisible by 8.
func Look(data []byte, r Range, base uint32, found *Found) error {
	c := cursor{rest: data}
	for {
		ok, err := c.next()
		if err != nil || !ok || bytes.Compare(c.key, r.High) > 0 {
			return err
		}
		if bytes.Compare(c.key, r.Low) < 0 {
			continue
		}
		if err := found.add(c.list, base); err != nil {
			return err
		}
	}
}
