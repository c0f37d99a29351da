package notification

import (
	"fmt"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/receipt"
	"github.com/cotejo/cotejo/core/terms"
)

// Deemed is the day on which an e-mailed notification counts as made. It is a hint: the court
// decides.
type Deemed struct {
	Day   document.Day // 0: nothing shows yet that the e-mail arrived, or another channel was used
	Basis string       // Spanish: the rule and the days that it was applied to
}

// deemedAfter is the number of business days after sending that article 8 of Ley 2213 de 2022
// requires.
const deemedAfter = 2

// DeemedMade returns the day on which n counts as made by article 8 of Ley 2213 de 2022. It is made
// once two business days after sending have passed, but terms run only from an acknowledgement of
// receipt or another proof of access. So it is the later one of the second business day after the
// last sending and the day of the proof. moved is the last receipt that changed the state; nil
// without one. If it proves no arrival, a person registered it, on the day of that movement.
func (n Notification) DeemedMade(moved *Receipt, c terms.Calendar) Deemed {
	if n.Channel != Email || n.State != Received || n.SentAt.IsZero() || n.ReceivedAt.IsZero() {
		return Deemed{}
	}
	sent, proved, proof := document.DayOf(n.SentAt), document.DayOf(n.ReceivedAt), "una persona registró que se recibió"
	if moved != nil && moved.Kind.Proves() {
		proved, proof = document.DayOf(moved.ArrivedAt), proofs[moved.Kind]
	}
	second := c.DueDay(sent, deemedAfter)
	return Deemed{Day: max(second, proved), Basis: fmt.Sprintf("Ley 2213 de 2022, art. 8: se entiende realizada una vez transcurridos dos días hábiles siguientes al envío "+
		"(enviada el %s; el segundo es el %s), y los términos empiezan a contarse cuando hay acuse de recibo o consta el acceso al mensaje "+
		"(el %s %s). Se toma la fecha posterior; es una ayuda, y decide el despacho.", sent, second, proved, proof)}
}

// proofs says what happened on the day of a receipt that proves the arrival.
var proofs = map[receipt.Kind]string{
	receipt.Delivered:    "su servidor de correo la entregó en el buzón",
	receipt.Read:         "su programa de correo la mostró",
	receipt.Acknowledged: "acusó recibo",
}
