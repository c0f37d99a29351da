package imap

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/textproto"
	"slices"
	"sync/atomic"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message/charset"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// session implements ports.MailboxSession.
type session struct {
	conn     *boundedConn
	client   *imapclient.Client
	news     chan struct{} // has one value after the server reported messages
	messages uint32        // in the folder, when it was opened
	keywords bool          // messages may have keywords
	flagged  bool          // messages may have those of an earlier session
	searched time.Time     // when the last search began
	folders  map[document.MailboxMark]string
	flags    map[document.MailboxMark]goimap.Flag // those of messages that are not moved

	ignoredFolder string
	ignored       func() (made bool, err error) // makes ignoredFolder; nil if there can be none
}

// bounds count what a server may still send within an exchange.
type bounds struct{ left atomic.Int64 }

func (b *bounds) allows() bool { return b.left.Load() > 0 }

func (b *bounds) spend(n int) { b.left.Add(-int64(n)) }

// within does one exchange: after the time, or at the end of ctx, the connection is closed, which ends it.
func (s *session) within(ctx context.Context, most time.Duration, do func() error) error {
	s.conn.left.Store(maxResponse)
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	stop := context.AfterFunc(limited, func() { s.conn.Close() })
	defer stop()
	err := do()
	if err != nil && limited.Err() != nil {
		return unreachable(limited.Err())
	}
	return err
}

// notice takes note of what the server reports by itself.
func (s *session) notice(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages != nil {
		s.hasNews()
	}
}

// hasNews makes the next Await return at once.
func (s *session) hasNews() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// open opens the folder.
func (s *session) open(folder string, readOnly bool) error {
	data, err := s.client.Select(folder, &goimap.SelectOptions{ReadOnly: readOnly}).Wait()
	if isReply(err) {
		return fault.Wrap(err, fault.NotFound, NoFolder, "La carpeta «"+folder+"» no existe en ese buzón o no se puede abrir.")
	}
	if err != nil {
		return unreachable(err)
	}
	s.messages = data.NumMessages
	known := func(list []goimap.Flag) bool {
		return slices.Contains(list, flags[document.MarkReceived]) && slices.Contains(list, flags[document.MarkReview])
	}
	s.flags = maps.Clone(flags)
	if !slices.Contains(data.PermanentFlags, goimap.FlagWildcard) && !slices.Contains(data.PermanentFlags, flags[document.MarkIgnored]) {
		s.flags[document.MarkIgnored] = flags[document.MarkReceived]
	}
	s.keywords = slices.Contains(data.PermanentFlags, goimap.FlagWildcard) || known(data.PermanentFlags)
	s.flagged = s.keywords || slices.Contains(data.Flags, flags[document.MarkReceived]) || slices.Contains(data.Flags, flags[document.MarkReview])
	return nil
}

// maxUnmarked bounds the messages of one search; the others are found by the next, which follows at once.
const maxUnmarked = 10_000

// Unmarked implements ports.MailboxSession. Messages that somebody deleted and that are not gone yet are left alone.
func (s *session) Unmarked(ctx context.Context) (uids []uint32, err error) {
	without := []goimap.Flag{goimap.FlagDeleted}
	if s.flagged { // servers without keywords may refuse to search for them
		without = append(without, flags[document.MarkReceived], flags[document.MarkReview], flags[document.MarkIgnored])
	}
	s.searched = time.Now()
	err = s.within(ctx, patience, func() error {
		found, err := s.client.UIDSearch(&goimap.SearchCriteria{NotFlag: without}, nil).Wait()
		if err != nil {
			return err
		}
		set, ok := found.All.(goimap.UIDSet)
		if !ok && found.All != nil {
			return errors.New("imap: the server answered a search for UIDs with other numbers")
		}
		for _, r := range set { // a hostile range is not expanded
			for uid := r.Start; uid > 0 && uid <= r.Stop; uid++ {
				if len(uids) == maxUnmarked {
					s.hasNews()
					return nil
				}
				uids = append(uids, uint32(uid))
			}
		}
		return nil
	})
	slices.Sort(uids)
	return uids, err
}

// maxHeader bounds what is read of the header before a message is fetched.
const maxHeader = 64 << 10

// Describe implements ports.MailboxSession. The envelope is not asked for: servers that write it wrongly
// would hide the message.
func (s *session) Describe(ctx context.Context, uid uint32) (m document.MailboxMessage, err error) {
	header := &goimap.FetchItemBodySection{
		Specifier: goimap.PartSpecifierHeader, HeaderFields: []string{"From", "Subject"}, Peek: true, Partial: &goimap.SectionPartial{Size: maxHeader},
	}
	err = s.within(ctx, patience, func() error {
		items := &goimap.FetchOptions{InternalDate: true, BodySection: []*goimap.FetchItemBodySection{header}}
		m.Size, m.ArrivedAt, err = s.fetch(uid, items, func(section imapclient.FetchItemDataBodySection) error {
			if section.Literal == nil {
				return nil
			}
			text := &bytes.Buffer{}
			err := copyLiteral(text, section.Literal)
			m.Sender, m.Subject = headerFields(text.Bytes())
			return err
		})
		return err
	})
	return m, err
}

// fetch asks for items of a message and for its size, visits what the server sends of its sections, and returns its size and, if
// asked for, when it arrived, as the server states them.
func (s *session) fetch(uid uint32, items *goimap.FetchOptions, visit func(imapclient.FetchItemDataBodySection) error,
) (size int64, at time.Time, err error) {
	items.UID, items.RFC822Size = true, true
	fetch := s.client.Fetch(goimap.UIDSetNum(goimap.UID(uid)), items)
	found := fetch.Next()
	if found == nil {
		return 0, at, s.goneOr(uid, fetch.Close())
	}
	for item := found.Next(); item != nil; item = found.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataRFC822Size:
			size = item.Size
		case imapclient.FetchItemDataInternalDate:
			at = item.Time
		case imapclient.FetchItemDataBodySection:
			if err := visit(item); errors.Is(err, errCutOff) {
				return 0, at, err // closing the command would read on beside the library's own goroutine
			} else if err != nil {
				fetch.Close()
				return 0, at, err
			}
		}
	}
	return size, at, fetch.Close()
}

// goneOr returns the fault of a message that is not there, unless the exchange failed. A server that lists the
// message all the same would hide it.
func (s *session) goneOr(uid uint32, err error) error {
	if err != nil {
		return err
	}
	found, err := s.exists(uid)
	if err != nil {
		return err
	}
	if found {
		return errors.New("imap: the server lists a message that it does not send")
	}
	return errGone
}

var errGone = fault.New(fault.NotFound, "message_gone", "El mensaje ya no está en el buzón.")

// exists reports whether the folder still has a message. The server may keep removals to itself until a NOOP.
func (s *session) exists(uid uint32) (bool, error) {
	if err := s.client.Noop().Wait(); err != nil {
		return false, err
	}
	found, err := s.client.UIDSearch(&goimap.SearchCriteria{UID: []goimap.UIDSet{goimap.UIDSetNum(goimap.UID(uid))}}, nil).Wait()
	if err != nil {
		return false, err
	}
	set, ok := found.All.(goimap.UIDSet)
	return ok && set.Contains(goimap.UID(uid)), nil
}

// headerFields returns the sender and the subject, as far as they can be read.
func headerFields(text []byte) (sender, subject string) {
	header, _ := textproto.NewReader(bufio.NewReader(bytes.NewReader(text))).ReadMIMEHeader()
	words := mime.WordDecoder{CharsetReader: charset.Reader}
	decode := func(value string) string {
		if decoded, err := words.DecodeHeader(value); err == nil {
			return decoded
		}
		return value
	}
	return decode(header.Get("From")), decode(header.Get("Subject"))
}

// pieceBytes is how much of a message is fetched in one exchange. Servers may send less; one that sends a message in more than maxPieces
// is not followed to its end.
const pieceBytes, maxPieces = 2 << 20, 10_000

// Fetch implements ports.MailboxSession.
func (s *session) Fetch(ctx context.Context, uid uint32, to io.Writer) error {
	size := int64(0)
	pieces := 0
	for offset := int64(0); ; pieces++ {
		if pieces == maxPieces {
			return fmt.Errorf("imap: the server sent %d bytes of a message in %d pieces", offset, pieces)
		}
		var n, stated int64
		err := s.within(ctx, patience, func() (err error) {
			n, stated, err = s.fetchPiece(uid, offset, to)
			return err
		})
		if err != nil {
			return err
		}
		size = max(size, stated)
		offset += n
		if n > 0 && (n == pieceBytes || offset < size) {
			continue // a piece may be shorter than what was asked for
		}
		if offset > 0 && offset >= size {
			return nil
		}
		// Either the size is an estimate, as some servers state it, or another client removed the message: then Dovecot
		// sends nothing, and no error.
		return s.within(ctx, patience, func() error {
			found, err := s.exists(uid)
			if err == nil && !found {
				err = errGone
			}
			return err
		})
	}
}

// fetchPiece writes a piece of a message. It returns the length of the piece, 0 behind the end of the message, and the
// size of the message as the server states it.
func (s *session) fetchPiece(uid uint32, offset int64, to io.Writer) (n, size int64, err error) {
	piece := &goimap.FetchItemBodySection{Peek: true, Partial: &goimap.SectionPartial{Offset: offset, Size: pieceBytes}}
	sent := false
	size, _, err = s.fetch(uid, &goimap.FetchOptions{BodySection: []*goimap.FetchItemBodySection{piece}}, func(section imapclient.FetchItemDataBodySection) error {
		if section.Literal == nil {
			sent = true
			return nil // NIL: nothing is left
		}
		begin, length := int64(0), section.Literal.Size()
		if section.Section.Partial != nil {
			begin = section.Section.Partial.Offset
		}
		if sent || length > pieceBytes || begin != offset && length > 0 {
			return cmp.Or(copyLiteral(io.Discard, section.Literal),
				fmt.Errorf("imap: the server sent %d bytes from %d on, not one piece from %d on", length, begin, offset))
		}
		sent, n = true, length
		return copyLiteral(to, section.Literal)
	})
	switch {
	case err != nil:
		return 0, 0, err
	case !sent || offset == 0 && n == 0 && size > 0:
		return 0, 0, errors.New("imap: the server did not send the message")
	}
	return n, size, nil
}

// literal is a literal that is not read again after its end. The library would read on beside its own goroutine.
type literal struct {
	goimap.LiteralReader
	read int64
	err  error
}

func (l *literal) Read(p []byte) (n int, err error) {
	if l.err != nil {
		return 0, l.err
	}
	n, l.err = l.LiteralReader.Read(p)
	l.read += int64(n)
	return n, l.err
}

var errCutOff = fmt.Errorf("imap: a literal is cut off: %w", io.ErrUnexpectedEOF)

// copyLiteral copies a literal, and reads it to its end even if to fails. A connection that breaks, which the library
// reports as the end, is errCutOff.
func copyLiteral(to io.Writer, from goimap.LiteralReader) error {
	l := &literal{LiteralReader: from}
	_, err := io.Copy(to, l)
	_, _ = io.Copy(io.Discard, l)
	if l.read < from.Size() {
		return unreachable(errCutOff)
	}
	return err
}

const (
	// idleFor is less than the half hour after which servers hang up (RFC 2177), and than the silence that firewalls allow.
	idleFor   = 5 * time.Minute
	pollEvery = time.Minute // without IDLE
	// searchEvery bounds searches: some servers report messages all the time.
	searchEvery = time.Second
)

// Await implements ports.MailboxSession. A connection that broke without notice is found by the search that follows.
func (s *session) Await(ctx context.Context) error {
	if err := s.awaitNews(ctx); err != nil {
		return err
	}
	pause := time.NewTimer(time.Until(s.searched.Add(searchEvery)))
	defer pause.Stop()
	select {
	case <-pause.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// awaitNews waits until there is news, and now and then without.
func (s *session) awaitNews(ctx context.Context) error {
	select {
	case <-s.news:
		return nil
	default:
	}
	if !s.client.Caps().Has(goimap.CapIdle) {
		if err := s.wait(ctx, pollEvery); err != nil {
			return err
		}
		return s.within(ctx, patience, func() error { return s.client.Noop().Wait() }) // some servers search in what they reported
	}
	var idle *imapclient.IdleCommand
	err := s.within(ctx, patience, func() (err error) { idle, err = s.client.Idle(); return err })
	if err != nil {
		return unreachable(err)
	}
	if err = s.wait(ctx, idleFor); err != nil {
		return err // the session can only be closed, which ends IDLE
	}
	return s.within(ctx, patience, func() error {
		if err := idle.Close(); err != nil {
			return unreachable(err)
		}
		if err := idle.Wait(); err != nil {
			return unreachable(err)
		}
		return nil
	})
}

// wait waits for news from the server, at most for d.
func (s *session) wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	s.conn.left.Store(maxResponse)
	select {
	case <-s.news:
	case <-timer.C:
	case <-s.client.Closed():
		return unreachable(errors.New("the server hung up"))
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// Close implements ports.MailboxSession.
func (s *session) Close() error {
	s.client.Close()
	return nil
}
