package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// How a paper closes: where both sides are notified.

// maxNotifications bounds the notification section in code points.
const maxNotifications = 4000

// notificationParties reads e-mails, addresses and telephones of the
// notification section, whose words tell the side.
func (t *Text) notificationParties() []Mention {
	var out []Mention
	for _, s := range t.Sections() {
		if s.Kind != doc.Notifications {
			continue
		}
		end := min(s.End, s.Start+maxNotifications)
		mail.Addresses(t.Text, s.Start, end, func(e mail.Address) {
			f, _ := t.sideBefore(e.Start, s.Start)
			out = append(out, ofEmail(e, sideScore(f)))
		})
		place.Addresses(t.Text, s.Start, end, func(a place.Address) {
			f, _ := t.sideBefore(a.Start, s.Start)
			m := Mention{Field: field.PlaintiffAddress, Value: a.Value, Start: a.Start, End: a.End, Confidence: 0.9 * sideScore(f)}
			if f == field.Defendant {
				m.Field, m.Confidence = field.DefendantAddress, 0.9
			}
			out = append(out, m)
		})
		break
	}
	return out
}

func sideScore(f field.Field) float64 {
	switch f {
	case field.Plaintiff:
		return 0.95
	case field.Agent:
		return 0.8
	case field.Attorney:
		return 0.2
	case field.Defendant, field.LinkedParty:
		return 0.08
	}
	return 0.7
}
