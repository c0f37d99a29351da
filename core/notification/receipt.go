package notification

import (
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/receipt"
)

// Receipt is a message that came back for an e-mail. It is kept as evidence: what came is never
// changed; only its match is decided later, once, by a person.
type Receipt struct {
	ID             string
	Digest         string // SHA-256 of the message, in hexadecimal; no two receipts share it
	NotificationID string // "" unless it is matched
	DispatchID     string // of the e-mail; "" unless its Message-ID is one that was sent
	Kind           receipt.Kind
	Effect         Effect
	Note           string // Spanish: why it moved nothing, or is not matched; "" if it moved
	Recipient      string // the address that it names; "" without one
	Status         string // enhanced code of RFC 3463; "" without one
	Reason         string // Spanish: why the e-mail failed or is late
	Detail         string // what the mail system said
	MessageIDs     []string
	Sender         string
	Subject        string
	Size           int64
	ArrivedAt      time.Time // at the mailbox
	CreatedAt      time.Time // when it was stored
	SettledBy      string    // username of the person who decided on it; "" for none
}

// MaxReceipt bounds a receipt in bytes. A larger one stays in the mailbox.
const MaxReceipt = 5 << 20

// MaxReceiptsShown bounds the receipts that a notification is shown with. Lists of receipts have the
// others.
const MaxReceiptsShown = 100

// Effect is what a receipt did to its notification.
type Effect string

const (
	Moved     Effect = "APLICADO"    // changed the state
	Kept      Effect = "CONSTANCIA"  // is matched and changed nothing
	Unmatched Effect = "SIN_ASOCIAR" // waits for a person
	Dismissed Effect = "DESCARTADO"  // a person found that it is of no notification
)

// Effects lists every effect.
func Effects() []Effect { return []Effect{Moved, Kept, Unmatched, Dismissed} }

// ReceiptFilter selects receipts; zero fields select all.
type ReceiptFilter struct {
	Effect         Effect
	NotificationID string
}

// Takes reports whether r matches the filter.
func (f ReceiptFilter) Takes(r *Receipt) bool {
	return (f.Effect == "" || f.Effect == r.Effect) && (f.NotificationID == "" || f.NotificationID == r.NotificationID)
}

// Faults of receipts.
var (
	ErrReceiptNotFound = fault.New(fault.NotFound, "receipt_not_found", "El recibo no existe.")
	ErrReceiptKnown    = fault.New(fault.Conflict, "receipt_known", "Este recibo ya se guardó.")
	ErrReceiptSettled  = fault.New(fault.RuleViolated, "receipt_settled", "Este recibo ya no está por asignar.")
	ErrReceiptTooLarge = fault.New(fault.TooLarge, "receipt_too_large", "El mensaje pasa de 5 MB; queda en el buzón.")
	ErrNotReceipt      = fault.New(fault.Unprocessable, "not_a_receipt",
		"El mensaje no es una devolución, un acuse ni una respuesta a un correo enviado desde aquí; queda en el buzón.")
)

// Notes of receipts that moved nothing.
const (
	noteUnknown   = "No responde a ningún correo que se haya enviado desde aquí."
	noteOther     = "Su identificador es de un correo enviado desde aquí, pero nombra a otro destinatario."
	noteEarlier   = "Es de un envío anterior de esta notificación."
	noteUncertain = "No se sabe si ese correo salió; compruebe el envío y registre el resultado."
	notePerson    = "Una persona registró el estado después del envío; el recibo no lo cambia."
)

// noEffect explains the kinds that never move a notification.
var noEffect = map[receipt.Kind]string{
	receipt.Delay:     "Es un aviso de demora; el servidor sigue intentando la entrega.",
	receipt.Relayed:   "El correo pasó a un servidor que no confirma entregas; no prueba que llegara.",
	receipt.Unread:    "El mensaje se descartó o se procesó sin mostrarse; no prueba que se leyera.",
	receipt.Answer:    "Es una respuesta que no acusa recibo; léala y registre el resultado.",
	receipt.Automatic: "Es una respuesta automática; no prueba que la persona recibiera el correo.",
	receipt.Unclear:   "El servidor de correo no dice si entregó el mensaje; léalo y registre el resultado.",
}

// Match fills in what v says about d, the e-mail that it names with the likely address; nil if
// none of its Message-IDs is one that was sent. It reports whether r is of d.
func (r *Receipt) Match(v receipt.Verdict, d *Dispatch) bool {
	o, named := v.First(), false
	if d != nil {
		r.DispatchID = d.ID
		o, named = v.For(d.To)
	}
	r.Kind, r.Status, r.Reason, r.Detail = o.Kind, o.Status, o.Reason, o.Detail
	r.Recipient = strings.Join(o.Recipients[:min(1, len(o.Recipients))], "")
	if named {
		r.NotificationID, r.Effect = d.NotificationID, Kept
		return true
	}
	r.Effect, r.Note = Unmatched, noteUnknown
	if d != nil {
		r.Note = noteOther
	}
	return false
}

// maxUnknown bounds a receipt of an e-mail that nobody sent from here, in bytes: anybody can send those, and what is kept is never
// deleted. Reports that return the message are larger only where it had attachments.
const maxUnknown = 256 << 10

// IsWorthKeeping reports whether a receipt that is not matched may be of a notification. Other
// answers are letters to the office.
func (r *Receipt) IsWorthKeeping() bool {
	switch r.Kind {
	case receipt.None:
		return false
	case receipt.Answer, receipt.Automatic:
		return r.DispatchID != ""
	}
	return r.DispatchID != "" || r.Size <= maxUnknown
}

// Decide returns the movement that r, which is of d, makes of n; false if n stays as it is, with
// the reason in r.Note. latest is the latest e-mail of n. The rules, in this order:
//
//   - Only a final failure and a proof of arrival move anything.
//   - Only the latest e-mail counts, and only if the mail server certainly took it.
//   - Only a notification in Sent moves, and only if the e-mail itself put it there: what a person
//     registered stays. So of several receipts the first one counts, whatever comes later.
func (r *Receipt) Decide(n Notification, d, latest Dispatch, at time.Time) (Movement, bool) {
	r.Effect = Kept
	switch {
	case !r.Kind.Proves() && r.Kind != receipt.Failure:
		r.Note = noEffect[r.Kind]
	case d.ID != latest.ID:
		r.Note = noteEarlier
	case d.State != Delivered:
		r.Note = noteUncertain
	case n.State != Sent:
		r.Note = "La notificación ya estaba en " + string(n.State) + "; el recibo no la cambia."
	case len(n.History) == 0 || n.History[len(n.History)-1].User != account.System.Username:
		r.Note = notePerson
	default:
		r.Effect, r.Note = Moved, ""
		to := Received
		if r.Kind == receipt.Failure {
			to = Failed
		}
		return Movement{From: n.State, To: to, Remark: r.remark(d.To), User: account.System.Username, At: at}, true
	}
	return Movement{}, false
}

// remark describes the receipt in the history of its notification. It names the sender, because everybody who has the e-mail can
// write a receipt.
func (r *Receipt) remark(to string) string {
	var said []string
	remark := "El correo a " + to + " fue devuelto: " + r.Reason
	switch r.Kind {
	case receipt.Delivered:
		remark = "Entregada en el buzón de " + to + ", según su servidor de correo."
	case receipt.Read:
		remark = "Mostrada a " + to + ", según su programa de correo."
	case receipt.Acknowledged:
		remark = to + " acusó recibo por correo."
	default:
		if r.Status != "" {
			said = append(said, r.Status)
		}
	}
	if r.Sender != "" {
		said = append(said, "mensaje de "+r.Sender)
	}
	if len(said) == 0 {
		return remark
	}
	return remark + " (" + strings.Join(said, "; ") + ")"
}
