package imap

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
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
	folders  map[document.MailboxMark]string
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
	if data.NumMessages == nil {
		return
	}
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
	s.keywords = slices.Contains(data.PermanentFlags, goimap.FlagWildcard)
	return nil
}

// maxUnmarked bounds the messages of one search; the others are found by the next.
const maxUnmarked = 10_000

// Unmarked implements ports.MailboxSession. Messages that somebody deleted and that are not gone yet are left alone.
func (s *session) Unmarked(ctx context.Context) (uids []uint32, err error) {
	without := []goimap.Flag{goimap.FlagDeleted, flags[document.MarkReceived], flags[document.MarkReview]}
	err = s.within(ctx, patience, func() error {
		found, err := s.client.UIDSearch(&goimap.SearchCriteria{NotFlag: without}, nil).Wait()
		if err != nil {
			return err
		}
		set, _ := found.All.(goimap.UIDSet)
		for _, r := range set { // a hostile range is not expanded
			for uid := r.Start; uid > 0 && uid <= r.Stop && len(uids) < maxUnmarked; uid++ {
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
		items := &goimap.FetchOptions{UID: true, RFC822Size: true, BodySection: []*goimap.FetchItemBodySection{header}}
		fetch := s.client.Fetch(goimap.UIDSetNum(goimap.UID(uid)), items)
		defer fetch.Close()
		found := fetch.Next()
		if found == nil {
			return goneOr(fetch.Close())
		}
		for item := found.Next(); item != nil; item = found.Next() {
			switch item := item.(type) {
			case imapclient.FetchItemDataRFC822Size:
				m.Size = item.Size
			case imapclient.FetchItemDataBodySection:
				if item.Literal == nil {
					continue
				}
				text, err := io.ReadAll(item.Literal)
				if err != nil {
					return err
				}
				m.Sender, m.Subject = headerFields(text)
			}
		}
		return fetch.Close()
	})
	return m, err
}

// goneOr returns the fault of a message that is not there, unless the exchange failed.
func goneOr(err error) error {
	if err != nil {
		return err
	}
	return fault.New(fault.NotFound, "message_gone", "El mensaje ya no está en el buzón.")
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

// pieceBytes is how much of a message is fetched in one exchange.
const pieceBytes = 2 << 20

// Fetch implements ports.MailboxSession.
func (s *session) Fetch(ctx context.Context, uid uint32, to io.Writer) error {
	for offset := int64(0); ; {
		var n int64
		err := s.within(ctx, patience, func() (err error) {
			n, err = s.fetchPiece(uid, offset, to)
			return err
		})
		if err != nil {
			return err
		}
		if offset += n; n < pieceBytes {
			return nil
		}
	}
}

// fetchPiece writes a piece of a message and returns its length: less than pieceBytes at the end of the message.
func (s *session) fetchPiece(uid uint32, offset int64, to io.Writer) (n int64, err error) {
	piece := &goimap.FetchItemBodySection{Peek: true, Partial: &goimap.SectionPartial{Offset: offset, Size: pieceBytes}}
	fetch := s.client.Fetch(goimap.UIDSetNum(goimap.UID(uid)), &goimap.FetchOptions{UID: true, BodySection: []*goimap.FetchItemBodySection{piece}})
	defer fetch.Close()
	found := fetch.Next()
	if found == nil {
		return 0, goneOr(fetch.Close())
	}
	sent := false
	for item := found.Next(); item != nil; item = found.Next() {
		section, ok := item.(imapclient.FetchItemDataBodySection)
		if !ok || section.Literal == nil {
			continue
		}
		if size := section.Literal.Size(); sent || size > pieceBytes {
			return 0, fmt.Errorf("imap: the server sent a piece of %d bytes that nobody asked for", size)
		}
		sent = true
		n, err = io.Copy(to, section.Literal)
		if err != nil {
			return n, err
		}
		if n < section.Literal.Size() { // the connection broke, which the library reports as the end
			return n, unreachable(io.ErrUnexpectedEOF)
		}
	}
	if err := fetch.Close(); err != nil {
		return n, err
	}
	if !sent {
		return 0, errors.New("imap: the server did not send the message")
	}
	return n, nil
}

const (
	// idleFor is less than the half hour after which servers hang up (RFC 2177), and than the silence that firewalls allow.
	idleFor   = 5 * time.Minute
	pollEvery = time.Minute // without IDLE
)

// Await implements ports.MailboxSession. A connection that broke without notice is found by the search that follows.
func (s *session) Await(ctx context.Context) error {
	select {
	case <-s.news:
		return nil
	default:
	}
	if !s.client.Caps().Has(goimap.CapIdle) {
		return s.wait(ctx, pollEvery)
	}
	var idle *imapclient.IdleCommand
	err := s.within(ctx, patience, func() (err error) { idle, err = s.client.Idle(); return err })
	if err != nil {
		return unreachable(err)
	}
	err = s.wait(ctx, idleFor)
	return errors.Join(err, s.within(context.WithoutCancel(ctx), patience, func() error {
		if err := idle.Close(); err != nil {
			return unreachable(err)
		}
		if err := idle.Wait(); err != nil {
			return unreachable(err)
		}
		return nil
	}))
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
