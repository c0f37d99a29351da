package notification

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Attachment is a file that goes with the e-mails of a notification.
type Attachment struct {
	ID             string
	NotificationID string
	Name           string // unique among those of its notification, without regard to case
	MediaType      string
	Size           int64
	SHA256         string // in hexadecimal; unique among those of its notification
	AddedBy        string // username
	AddedAt        time.Time
}

// AttachedFile is an attachment of an e-mail.
type AttachedFile struct {
	Attachment
	Content []byte // nil except in what ports.Mailer gets
}

// Limits of attachments.
const (
	MaxAttachment     = 10 << 20 // bytes of one
	MaxAttachedBytes  = 20 << 20 // of those of a notification; in base64 a third more, as much as mail servers commonly take
	MaxAttachments    = 10       // of a notification
	maxAttachmentName = 120      // code points
)

// AttachableKinds lists the kinds of files that may be attached.
func AttachableKinds() []document.FileKind {
	return []document.FileKind{document.PDF, document.DOCX, document.JPEG, document.PNG}
}

const attachableKinds = "un PDF, un documento de Word (.docx) o una imagen JPG o PNG"

// NewAttachment returns the attachment that a file becomes. Its name has no parts of a path, nothing
// that a header or a screen could misread, and the extension of its content. Faults: TooLarge;
// Unprocessable for another kind of file, with what to do.
func NewAttachment(name string, content []byte) (Attachment, error) {
	if len(content) > MaxAttachment {
		return Attachment{}, document.UploadTooLarge(MaxAttachment)
	}
	kind, err := document.KindOf(content, name)
	if f, ok := fault.As(err); ok && f.Code == "empty_file" {
		return Attachment{}, fault.New(fault.Unprocessable, "empty_file", "El archivo está vacío; elija "+attachableKinds+".")
	}
	if err != nil {
		return Attachment{}, err
	}
	if !slices.Contains(AttachableKinds(), kind) {
		return Attachment{}, fault.New(fault.Unprocessable, "not_attachable",
			"Un archivo de este tipo no se adjunta: guárdelo como PDF y vuelva a intentarlo. Puede adjuntar "+attachableKinds+".")
	}
	return Attachment{Name: attachmentName(name, kind), MediaType: kind.MediaType(), Size: int64(len(content))}, nil
}

// attachmentName returns a safe name for a file of a kind.
func attachmentName(name string, kind document.FileKind) string {
	name = sanitize.Line(name[strings.LastIndexAny(name, `/\`)+1:])
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_' // Windows saves no such name
		}
		return r
	}, name)
	extension := kind.Extension()
	if document.KindByName(name) == kind {
		at := strings.LastIndexByte(name, '.')
		name, extension = name[:at], name[at:]
	}
	name = strings.Trim(name, " .")
	if name == "" {
		name = "adjunto"
	}
	return shortened(name, extension)
}

// shortened returns a name of at most maxAttachmentName code points that ends in ending.
func shortened(stem, ending string) string {
	longest := maxAttachmentName - utf8.RuneCountInString(ending)
	if runes := []rune(stem); len(runes) > longest {
		stem = strings.TrimRight(string(runes[:longest]), " .")
	}
	return stem + ending
}

// Join returns a as it is added to the others of its notification: with a name of its own. If one of
// them has the same content, Join returns that one, and known is true. Faults: RuleViolated when
// they would be too many or too large.
func (a Attachment) Join(others []Attachment) (joined Attachment, known bool, err error) {
	size := a.Size
	taken := map[string]bool{}
	for _, o := range others {
		if o.SHA256 == a.SHA256 {
			return o, true, nil
		}
		size += o.Size
		taken[strings.ToLower(o.Name)] = true
	}
	if len(others) >= MaxAttachments {
		return a, false, fault.New(fault.RuleViolated, "too_many_attachments", fmt.Sprintf(
			"Una notificación tiene como máximo %d adjuntos; quite alguno o una varios en un solo PDF.", MaxAttachments))
	}
	if size > MaxAttachedBytes {
		return a, false, fault.New(fault.RuleViolated, "attachments_too_large", fmt.Sprintf(
			"Los adjuntos de una notificación suman como máximo %d MB, lo que reciben los servidores de correo; quite alguno o reduzca su resolución.",
			MaxAttachedBytes>>20))
	}
	at := strings.LastIndexByte(a.Name, '.')
	stem, extension := a.Name[:at], a.Name[at:]
	for n := 2; taken[strings.ToLower(a.Name)]; n++ {
		a.Name = shortened(stem, fmt.Sprintf(" (%d)%s", n, extension))
	}
	return a, false, nil
}

// CheckAttachable returns a fault unless the attachments of n may change: until its e-mail is queued.
// latest is its newest e-mail, or nil.
func (n *Notification) CheckAttachable(latest *Dispatch) error {
	if n.Channel != Email || n.State != Pending {
		return fault.New(fault.RuleViolated, "attachments_fixed", fmt.Sprintf(
			"Los adjuntos solo se cambian mientras la notificación por %s está en %s; esta es por %s y está en %s. "+
				"Si el correo está en cola, deténgalo antes; si ya salió, cree otra notificación.", Email, Pending, n.Channel, n.State))
	}
	if latest != nil && !latest.State.Ended() {
		return ErrOnItsWay
	}
	return nil
}

// WentOut reports whether an e-mail of n that may have reached the subject had the attachment. Such a
// file stays, as evidence.
func (n *Notification) WentOut(a Attachment) bool {
	return !n.SentAt.IsZero() && !a.AddedAt.After(n.SentAt)
}

// Faults of the store of attachments.
var (
	ErrAttachmentNotFound = fault.New(fault.NotFound, "attachment_not_found", "La notificación no tiene ese adjunto.")
	ErrAttachmentKnown    = fault.New(fault.Conflict, "attachment_known", "La notificación ya tiene un adjunto con ese contenido.")
	ErrAttachmentWentOut  = fault.New(fault.RuleViolated, "attachment_went_out",
		"Este archivo ya salió en un correo de la notificación y queda como constancia; si no debe volver a salir, cree otra notificación.")
)

// slowUpload is the slowest line that attachments are sent over, in bytes a second.
const slowUpload = 256 << 10

// UploadTime returns how long attachments of a size may take to reach the mail server, in addition to
// an e-mail without any.
func UploadTime(size int64) time.Duration {
	const encoded = 1.4 // base64 with line breaks
	return time.Duration(float64(size) * encoded / slowUpload * float64(time.Second))
}
