package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Deliver implements ports.Intake. The delivery, its documents' tasks and their jobs are one commit:
// after a kill at any point, the message is either known with all that it holds or was never here.
func (s *Service) Deliver(ctx context.Context, by account.Actor, u document.Upload) (document.Delivered, error) {
	if err := s.accepting(ctx, 1); err != nil {
		return document.Delivered{}, err
	}
	now := s.Now().UTC()
	d := document.Delivery{ID: s.NewID(), FileName: document.CleanFileName(u.FileName), ReceivedAt: now, ArrivedAt: arrived(u, now),
		ReceivedBy: by.Username, FromMailbox: u.FromMailbox}
	content := newUpload(u.Content, s.opts.MaxUploadBytes)
	head, err := content.r.Peek(document.HeadLength)
	if err != nil && !errors.Is(err, io.EOF) {
		content.err = err
		return document.Delivered{}, content.explain(err)
	}
	kind := document.ContainerKind(head, d.FileName)
	if kind == "" {
		return document.Delivered{}, fault.New(fault.Unprocessable, "not_a_message", "El archivo no es un correo (.eml o .msg) ni un archivo comprimido ZIP.")
	}
	d.OriginalKey = path.Join(now.Format("2006/01/02"), d.ID+deliveredAs[kind])
	local, err := s.store(ctx, d.OriginalKey, content)
	if err != nil {
		return document.Delivered{}, content.explain(err)
	}
	defer local.remove()
	return s.deliver(ctx, by, u, d, local.path, kind, content.digest())
}

// arrived returns when an upload reached the court. A clock of a mail server that is ahead does not count.
func arrived(u document.Upload, now time.Time) time.Time {
	if u.ArrivedAt.IsZero() || u.ArrivedAt.After(now) {
		return now
	}
	return u.ArrivedAt.UTC()
}

// deliveredAs are the endings of originals of deliveries.
var deliveredAs = map[document.FileKind]string{document.EML: ".eml", document.MSG: ".msg", document.ZIP: ".zip"}

// deliver stores a delivery whose original is stored, or returns the one that is known already.
func (s *Service) deliver(ctx context.Context, by account.Actor, u document.Upload, d document.Delivery, local string, kind document.FileKind, raw string,
) (document.Delivered, error) {
	p := parcel{s: s, by: by, kind: u.TypeName, format: kind, delivery: &d, original: d.OriginalKey}
	return p.deliver(ctx, local, func(held document.Unpacked) (document.Delivered, error) {
		d.SHA256 = digestOf(held, raw)
		if held.Message != nil {
			describe(&d, *held.Message)
		}
		if err := p.judge(ctx, held); err != nil {
			return document.Delivered{}, err
		}
		return p.recognise(ctx, held)
	})
}

// deliver stores the delivery unless begin, which gets what it holds, returns one that is known. If the
// commit fails, the originals are left to Sweep, because it may have been written all the same.
func (p *parcel) deliver(ctx context.Context, local string, begin func(document.Unpacked) (document.Delivered, error)) (sent document.Delivered, err error) {
	s, d := p.s, p.delivery
	mayBeStored := false
	defer func() {
		if !mayBeStored {
			p.discard(ctx)
		} else if p.original != d.OriginalKey {
			p.discardOriginal(ctx) // the delivery has one from before
		}
	}()
	file, err := os.Open(local)
	if err != nil {
		return sent, fmt.Errorf("opening a message: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return sent, fmt.Errorf("opening a message: %w", err)
	}
	select {
	case s.unpacking <- struct{}{}: // one at a time: what it holds is in memory
		defer func() { <-s.unpacking }()
	case <-ctx.Done():
		return sent, ctx.Err()
	}
	held, err := s.Unpack(file, info.Size(), p.format)
	if err != nil {
		return sent, err
	}
	if sent, err = begin(held); fault.KindOf(err) != fault.NotFound {
		return sent, err
	}
	if err = p.take(ctx, held, func() (io.ReadCloser, error) { return os.Open(local) }); err != nil {
		return sent, err
	}
	if err = s.accepting(ctx, len(p.tasks)); err != nil {
		return sent, err
	}
	// Another request may be faster, with the same message or with another of its Message-ID.
	for range 2 {
		mayBeStored = true
		if err = s.storeDelivery(ctx, *d, p.tasks); fault.KindOf(err) != fault.Conflict {
			break
		}
		mayBeStored = false
		if sent, known := p.recognise(ctx, held); fault.KindOf(known) != fault.NotFound {
			return sent, known
		}
	}
	if err == nil {
		s.Logger.InfoContext(ctx, "delivery accepted", "delivery", d.ID, "documents", len(p.tasks), "by", p.by.Username, "ignored", d.IsIgnored())
	}
	return document.Delivered{Delivery: *d}, err
}

// storeDelivery stores a delivery and what it brings in one transaction; Conflict if it is there, or is
// not ignored any more.
func (s *Service) storeDelivery(ctx context.Context, d document.Delivery, tasks []document.Task) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		store := s.Deliveries.Create
		if d.TakenBy != "" {
			store = s.Deliveries.TakeIgnored
		}
		if err := store(ctx, d); err != nil {
			return err
		}
		for _, t := range tasks {
			if err := s.enqueue(ctx, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// digestOf returns a digest of what a message says and brings, whatever day and way it came. Of what
// cannot be opened nobody knows whether it is the same: then it is that of the whole file.
func digestOf(u document.Unpacked, raw string) string {
	if slices.ContainsFunc(u.Parts, func(p document.Part) bool { return p.Err != nil }) {
		return raw
	}
	parts := []string{"delivery"}
	if u.Message != nil {
		parts = append(parts, u.Message.Sender, u.Message.Subject, u.Message.Body)
	}
	for _, p := range u.Parts {
		parts = append(parts, p.In, p.Name, digestOfPart(p))
	}
	return idempotency.Digest(parts...)
}

// digestOfPart returns the SHA-256 of what a part has, "" if that cannot be had.
func digestOfPart(p document.Part) string {
	if p.Err != nil || len(p.Content) == 0 {
		return ""
	}
	sum := sha256.Sum256(p.Content)
	return hex.EncodeToString(sum[:])
}

// knownDelivery returns a delivery that arrived before; NotFound when it did not. A message with the
// Message-ID of another that brings anything else is not that one: it loses its Message-ID, because
// scanners give the same to all that they send.
func (s *Service) knownDelivery(ctx context.Context, d *document.Delivery, held document.Unpacked) (document.Delivered, error) {
	known, err := s.Deliveries.Known(ctx, "", d.SHA256)
	if fault.KindOf(err) == fault.NotFound && d.MessageID != "" {
		known, err = s.Deliveries.Known(ctx, d.MessageID, d.SHA256)
		if err == nil && !brings(known, held, d.Body) {
			d.MessageID = ""
			return document.Delivered{}, errNoDelivery
		}
	}
	return document.Delivered{Delivery: known, Known: err == nil}, err
}

// brings reports whether a delivery has every file of another, and its text if that may be a filing.
func brings(d document.Delivery, held document.Unpacked, body string) bool {
	if body != d.Body && len(strings.Fields(body)) >= leastFiling {
		return false
	}
	return !slices.ContainsFunc(held.Parts, func(p document.Part) bool {
		sum := digestOfPart(p)
		return sum == "" || !slices.ContainsFunc(d.Parts, func(has document.DeliveredPart) bool { return has.SHA256 == sum })
	})
}

var errNoDelivery = fault.New(fault.NotFound, "delivery_not_found", "Ese correo o archivo comprimido no ha llegado.")

// What is kept of the fields of a message, in bytes; the message itself is kept whole.
const (
	maxMessageID, maxLine, maxBody = 500, 2000, 256 << 10
)

// describe sets what a message says of itself.
func describe(d *document.Delivery, m document.Message) {
	line := func(s string, most int) string { return cut(sanitize.Line(s), most) }
	d.MessageID, d.Sender, d.SenderName = line(m.ID, maxMessageID), line(m.Sender, maxLine), line(m.SenderName, maxLine)
	d.Recipients, d.Subject = line(strings.Join(m.Recipients, ", "), maxLine), line(m.Subject, maxLine)
	d.Body = cut(sanitize.Text(cut(m.Body, 4*maxBody)), maxBody) // what is to be left out of more costs seconds
	if year := m.SentAt.UTC().Year(); !m.SentAt.IsZero() && year > 0 && year < 10_000 {
		d.SentAt = m.SentAt.UTC()
	}
	d.Radicado = document.RadicadoIn(d.Subject)
	d.Links = document.PaperLinks(d.Body)
}

// cut returns at most the first bytes of s, in whole characters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// parcel gathers what becomes of the parts of a delivery.
type parcel struct {
	s        *Service
	by       account.Actor
	kind     func() string // type that was sent
	format   document.FileKind
	delivery *document.Delivery
	original string   // key of the original that was stored for it; "" if it has one from before
	tags     []string // of its documents
	tasks    []document.Task
}

// discard removes the originals of a delivery that is not stored.
func (p *parcel) discard(ctx context.Context) {
	p.discardOriginal(ctx)
	for _, t := range p.tasks {
		p.s.discard(ctx, t)
	}
}

func (p *parcel) discardOriginal(ctx context.Context) {
	if p.original != "" {
		_ = p.s.Blobs.Delete(ctx, p.original)
	}
}

// take decides about every part, the body last.
func (p *parcel) take(ctx context.Context, held document.Unpacked, original func() (io.ReadCloser, error)) error {
	if p.delivery.IsIgnored() {
		p.ignore(held)
		return nil
	}
	for i := 0; i < len(held.Parts); i++ {
		part := held.Parts[i]
		if pages := photographs(held.Parts[i:]); len(pages) > 1 {
			if err := p.album(ctx, pages); err != nil {
				return err
			}
			i += len(pages) - 1
			continue
		}
		if err := p.part(ctx, part); err != nil {
			return err
		}
	}
	if held.Message == nil {
		return nil
	}
	return p.body(ctx, *held.Message, original)
}

// photographs returns the photographs with which parts begin whose names continue each other.
func photographs(parts []document.Part) []document.Part {
	n := 0
	follows := func(n int) bool {
		return parts[n].In == parts[0].In && document.Continues(parts[n-1].Name, parts[n].Name)
	}
	for n < len(parts) && n < document.MaxImages && isPhotograph(parts[n]) && (n == 0 || follows(n)) {
		n++
	}
	return parts[:n]
}

func isPhotograph(p document.Part) bool {
	kind, err := document.KindOf(p.Content, p.Name)
	return p.Err == nil && !p.Inline && err == nil && slices.Contains(document.ImageKinds(), kind)
}

// album makes one document of photographs.
func (p *parcel) album(ctx context.Context, pages []document.Part) error {
	next := 0
	return p.submit(ctx, pages, document.Upload{Images: func() (document.Image, error) {
		if next == len(pages) {
			return document.Image{}, io.EOF
		}
		next++
		return document.Image{FileName: named(pages[next-1]), Content: bytes.NewReader(pages[next-1].Content)}, nil
	}})
}

// part decides about a file.
func (p *parcel) part(ctx context.Context, part document.Part) error {
	if part.Inline {
		p.leaveOut(part, "Es una imagen dentro del texto, como las de las firmas.")
		return nil
	}
	if f, ok := fault.As(part.Err); ok {
		p.refuse(part, f)
		return nil
	} else if part.Err != nil {
		return part.Err
	}
	kind, err := document.KindOf(part.Content, part.Name)
	if document.ContainerKind(part.Content, part.Name) == document.EML {
		kind, err = document.EML, nil // its text; what is attached to it are parts of their own
	}
	if f, ok := fault.As(err); ok {
		if part.Name == "" && document.IsPlainText(part.Content) {
			p.leaveOut(part, "Es texto que los programas de correo agregan, como las citas de calendario.")
		} else {
			p.refuse(part, f)
		}
		return nil
	}
	if kind == document.EML {
		m := p.message(part.Content)
		p.addLinks(m.Body)
		if !p.isFilingText(m) {
			p.leaveOut(part, "Es el texto de un correo, no un escrito.")
			return nil
		}
	}
	return p.submit(ctx, []document.Part{part}, document.Upload{FileName: named(part), Content: bytes.NewReader(part.Content), Kinds: []document.FileKind{kind}})
}

// named returns the name of a part with the ending of what it is.
func named(p document.Part) string {
	kind, err := document.KindOf(p.Content, p.Name)
	if err != nil || p.Name != "" && document.KindByName(p.Name) == kind {
		return p.Name
	}
	return document.CleanName(strings.TrimSuffix(p.Name, filepath.Ext(p.Name)), "documento") + kind.Extension()
}

// body makes the text of a message a document if it is a filing.
func (p *parcel) body(ctx context.Context, m document.Message, original func() (io.ReadCloser, error)) error {
	text := document.Part{}
	if !p.isFilingText(m) {
		if m.Body != "" {
			p.leaveOut(text, "Es el texto del correo, no un escrito.")
		}
		return nil
	}
	content, err := original()
	if err != nil {
		return fmt.Errorf("opening a message: %w", err)
	}
	defer content.Close()
	return p.submit(ctx, []document.Part{text},
		document.Upload{FileName: document.CleanName(m.Subject, "correo") + p.format.Extension(), Content: content, Kinds: []document.FileKind{p.format}})
}

// A text of mostCover words may be a note that comes with papers, one of leastFiling words that comes
// alone is a filing.
const mostCover, leastFiling = 150, 60

// isFilingText reports whether the text of a message is a filing itself.
func (p *parcel) isFilingText(m document.Message) bool {
	body := cut(m.Body, maxBody)
	words := len(strings.Fields(body))
	if words < leastFiling || words < mostCover && len(p.tasks) > 0 {
		return false
	}
	s := suggest(m.Subject + "\n" + body)
	return s.Type != document.Otro && !s.IsUnsure()
}

// message returns what a message within another says.
func (p *parcel) message(content []byte) (m document.Message) {
	if held, err := p.s.Unpack(bytes.NewReader(content), int64(len(content)), document.EML); err == nil && held.Message != nil {
		m = *held.Message
	}
	return m
}

// addLinks adds the links of a message within the delivered one.
func (p *parcel) addLinks(body string) {
	for _, l := range document.PaperLinks(cut(body, maxBody)) {
		if len(p.delivery.Links) < document.MaxLinks && !slices.Contains(p.delivery.Links, l) {
			p.delivery.Links = append(p.delivery.Links, l)
		}
	}
}

// submit stores what parts have become, as a task that is not stored yet.
func (p *parcel) submit(ctx context.Context, parts []document.Part, u document.Upload) error {
	u.TypeName, u.ArrivedAt = p.kind, p.delivery.Arrived()
	task, err := p.s.receive(ctx, p.by, u)
	if f, ok := fault.As(err); ok && f.Kind == fault.Unprocessable {
		for _, part := range parts {
			p.refuse(part, f)
		}
		return nil
	}
	if err != nil {
		return err
	}
	task.Tags = p.tags
	p.tasks = append(p.tasks, task)
	for _, part := range parts {
		p.note(part, document.DeliveredPart{Outcome: document.PartAccepted, DocumentID: task.DocumentID, TaskID: task.ID})
	}
	return nil
}

func (p *parcel) refuse(part document.Part, f *fault.Error) {
	p.note(part, document.DeliveredPart{Outcome: document.PartRefused, Code: f.Code, Reason: f.Message})
}

func (p *parcel) leaveOut(part document.Part, reason string) {
	p.note(part, document.DeliveredPart{Outcome: document.PartLeftOut, Reason: reason})
}

func (p *parcel) note(part document.Part, became document.DeliveredPart) {
	became.Name, became.In, became.SHA256 = nameOf(part), sanitize.Line(part.In), digestOfPart(part)
	p.delivery.Parts = append(p.delivery.Parts, became)
}

// nameOf returns the name under which a part is stored; "" only for the text of a message and for what is empty.
func nameOf(part document.Part) string {
	name := sanitize.Line(part.Name)
	if name == "" && len(part.Content) > 0 {
		name = named(part)
	}
	return name
}

// Delivery implements ports.Intake.
func (s *Service) Delivery(ctx context.Context, _ account.Actor, id string) (document.Delivery, error) {
	d, err := s.Deliveries.Get(ctx, id)
	if err == nil {
		d.Parts, err = s.divided(ctx, d.Parts)
	}
	return d, err
}

// ListDeliveries implements ports.Intake.
func (s *Service) ListDeliveries(ctx context.Context, _ account.Actor, f document.DeliveryFilter, page document.PageRequest) (document.DeliveryListing, error) {
	if f.DocumentID != "" {
		origins, err := originsOf(ctx, s.Divisions, []string{f.DocumentID})
		if err != nil {
			return document.DeliveryListing{}, err
		}
		f.DocumentID = origins[f.DocumentID]
	}
	return s.Deliveries.List(ctx, f, page)
}
