package notification_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

const court = "0195f0a0-0000-7000-8000-000000000001"

// wantAtFault fails the test unless err names just those fields.
func wantAtFault(t *testing.T, err error, fields string) {
	t.Helper()
	var got []string
	if f, ok := fault.As(err); ok {
		for _, d := range f.Details {
			got = append(got, strings.TrimPrefix(d.Location, "body."))
		}
	}
	if strings.Join(got, " ") != fields || (fields != "") != (fault.KindOf(err) == fault.Unprocessable) {
		t.Errorf("at fault: %q, want %q (%v)", got, fields, err)
	}
}

func TestCaseDrafts(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(d *notification.CaseDraft)
		wrong  string
	}{
		{"as it should be", func(*notification.CaseDraft) {}, ""},
		{"a short number", func(d *notification.CaseDraft) { d.Number = "2026-00123" }, ""},
		{"thirty characters", func(d *notification.CaseDraft) { d.Number = strings.Repeat("1", 30) }, ""},
		{"thirty-one", func(d *notification.CaseDraft) { d.Number = strings.Repeat("1", 31) }, "radicado"},
		{"hyphens alone", func(d *notification.CaseDraft) { d.Number = "---" }, "radicado"},
		{"of the Corte Constitucional", func(d *notification.CaseDraft) { d.Number = "T-9.876.543" }, ""},
		{"with a slash", func(d *notification.CaseDraft) { d.Number = "AÑO 2026/A-7" }, ""},
		{"another sign", func(d *notification.CaseDraft) { d.Number = "2026#7" }, "radicado"},
		{"signs alone", func(d *notification.CaseDraft) { d.Number = "./-" }, "radicado"},
		{"digits of another script", func(d *notification.CaseDraft) { d.Number = "٢٠٢٦" }, "radicado"},
		{"blank", func(d *notification.CaseDraft) { d.Number = " \t" }, "radicado"},
		{"no description", func(d *notification.CaseDraft) { d.Description = " <b></b> " }, "descripcion"},
		{"a long description", func(d *notification.CaseDraft) { d.Description = strings.Repeat("ñ", 5001) }, "descripcion"},
		{"no court", func(d *notification.CaseDraft) { d.CourtID = "juzgado 1" }, "juzgado_id"},
		{"a court in capitals", func(d *notification.CaseDraft) { d.CourtID = strings.ToUpper(court) }, ""},
		{"nothing right", func(d *notification.CaseDraft) { *d = notification.CaseDraft{} }, "radicado descripcion juzgado_id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := notification.CaseDraft{Number: "11001-31-03-001-2026-00123-00", Description: "Tutela por salud", CourtID: court}
			c.change(&d)
			_, err := d.Checked()
			wantAtFault(t, err, c.wrong)
		})
	}
}

func TestSubjectDrafts(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(d *notification.SubjectDraft)
		wrong  string
	}{
		{"a name alone", func(*notification.SubjectDraft) {}, ""},
		{"all that there is", func(d *notification.SubjectDraft) {
			d.DocumentType, d.DocumentNumber, d.Email, d.Part = notification.CitizenCard, "1.020.304", "josé@ejemplo.co", notification.Plaintiff
		}, ""},
		{"no name", func(d *notification.SubjectDraft) { d.Name = "\u202e " }, "nombre"},
		{"a long name", func(d *notification.SubjectDraft) { d.Name = strings.Repeat("x", 301) }, "nombre"},
		{"a type that is none", func(d *notification.SubjectDraft) { d.DocumentType = "DNI" }, "tipo_documento"},
		{"a part that is none", func(d *notification.SubjectDraft) { d.Part = "JUEZ" }, "tipo"},
		{"no e-mail", func(d *notification.SubjectDraft) { d.Email = "ana" }, "correo"},
		{"two e-mails", func(d *notification.SubjectDraft) { d.Email = "a@x.co,b@x.co" }, "correo"},
		{"an e-mail that begins a header", func(d *notification.SubjectDraft) { d.Email = "a@x.co\r\nBcc: b@x.co" }, "correo"},
		{"a name beside the e-mail", func(d *notification.SubjectDraft) { d.Email = "Ana <a@x.co>" }, "correo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := notification.SubjectDraft{Name: "Ana López"}
			c.change(&d)
			_, err := d.Checked()
			wantAtFault(t, err, c.wrong)
		})
	}
}

func TestNotificationDrafts(t *testing.T) {
	good := notification.NotificationDraft{CaseID: court, SubjectID: court, Channel: notification.Email}
	_, err := good.Checked()
	wantAtFault(t, err, "")
	_, err = notification.NotificationDraft{CaseID: "1", SubjectID: court + "0", Channel: "FAX", Remark: strings.Repeat("x", 5001)}.Checked()
	wantAtFault(t, err, "id_proceso id_sujeto canal observacion")
}

// What is kept of a draft is kept of it again: checking twice changes nothing.
func TestCheckingTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d := notification.SubjectDraft{Name: rapid.String().Draw(r, "name"), Phone: rapid.String().Draw(r, "phone"), Address: rapid.String().Draw(r, "address")}
		once, err := d.Checked()
		if err != nil {
			return
		}
		if again, err := once.Checked(); err != nil || again != once {
			r.Errorf("%+v, %v; was %+v", again, err, once)
		}
	})
}

func ExampleCaseDraft_Checked() {
	d, err := notification.CaseDraft{Number: " 2026-00123 ", Description: "Tutela <script>x</script>por salud", CourtID: court}.Checked()
	fmt.Println(d.Number, "/", d.Description, err)
	// Output: 2026-00123 / Tutela por salud <nil>
}
