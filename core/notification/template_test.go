package notification_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

// noon is a Wednesday.
var noon = time.Date(2026, 3, 4, 17, 0, 0, 0, time.UTC)

func TestDefaultTemplate(t *testing.T) {
	l := notification.Letter{
		Notification: notification.Notification{ID: "n1", Remark: "Tiene tres días."},
		Case:         notification.Case{Number: "2026-1", Description: "Tutela"}, To: notification.Subject{Name: "Juan Ñáñez", Email: "j@x.co"}, At: noon,
	}
	const head, tail = "Juan Ñáñez:\n\nSe le notifica en el proceso con radicado 2026-1.\n\nTutela\n", "\nIdentificador de la notificación: n1\n"
	for remark, body := range map[string]string{"Tiene tres días.": head + "\nTiene tres días.\n" + tail, "": head + tail} {
		l.Notification.Remark = remark
		want := notification.Dispatch{NotificationID: "n1", To: "j@x.co", Subject: "Notificación judicial, radicado 2026-1", Body: body, State: notification.Queued}
		if got := notification.DefaultTemplate().Compose(l); !reflect.DeepEqual(got, want) {
			t.Errorf("with the remark %q:\n%+v, want\n%+v", remark, got, want)
		}
	}
	if checked, err := notification.DefaultTemplate().Checked(); err != nil || checked != notification.DefaultTemplate() {
		t.Errorf("%+v, %v", checked, err)
	}
}

func TestTemplateIsChecked(t *testing.T) {
	long := strings.Repeat("ñ", 20_000)
	for _, c := range []struct {
		rule                  string
		subject, body, firma  string
		location, message     string // "" if it is accepted
		stored, storedSubject string // if accepted
	}{
		{rule: "white space around it goes, and the text ends a line", subject: " a ", body: " \n{contenido}\r\n\n", storedSubject: "a", stored: "{contenido}\n"},
		{rule: "a placeholder may stand twice, and next to another", subject: "{radicado}{radicado}", body: "{contenido}{contenido}", storedSubject: "{radicado}{radicado}", stored: "{contenido}{contenido}\n"},
		{rule: "a signature has braces that mean nothing", subject: "a", body: "{contenido}\n{firma}", firma: "{x", storedSubject: "a", stored: "{contenido}\n{firma}\n"},
		{rule: "addresses in angle brackets stay, tags go", subject: "a", body: "<b>{contenido}</b> <j@x.co>", storedSubject: "a", stored: "{contenido} <j@x.co>\n"},
		{rule: "a subject is needed", body: "{contenido}", location: "asunto", message: "vacío"},
		{rule: "a subject has one line", subject: "a\r\nBcc: b@x.co", body: "{contenido}", location: "asunto", message: "saltos de línea"},
		{rule: "a subject has one line, whatever ends it", subject: "a\u2028b", body: "{contenido}", location: "asunto", message: "saltos de línea"},
		{rule: "a subject has at most 200 characters", subject: long[:402], body: "{contenido}", location: "asunto", message: "máximo 200"},
		{rule: "a subject of 200 is taken", subject: long[:400], body: "{contenido}", storedSubject: long[:400], stored: "{contenido}\n"},
		{rule: "a subject has no values of several lines", subject: "{contenido}", body: "{contenido}", location: "asunto", message: "{contenido} puede tener varias líneas"},
		{rule: "a text is needed", subject: "a", body: " ", location: "texto", message: "vacío"},
		{rule: "a text has at most 20,000 characters", subject: "a", body: "{contenido}" + long, location: "texto", message: "máximo 20000"},
		{rule: "a text has what is notified", subject: "a", body: "{destinatario}", location: "texto", message: "Debe tener {contenido}"},
		{rule: "an unknown placeholder is named, with the known ones", subject: "a", body: "{contenido} {telefono}", location: "texto",
			message: "No hay un campo {telefono}; puede usar {juzgado}, {radicado}, {destinatario}, {documento}, {tipo}, {contenido}, {fecha}, {identificador}, {firma}."},
		{rule: "an unknown placeholder of a subject is named, with those of a subject", subject: "{x}", body: "{contenido}", location: "asunto",
			message: "No hay un campo {x}; puede usar {juzgado}, {radicado}, {destinatario}, {documento}, {tipo}, {fecha}, {identificador}."},
		{rule: "names are lower case", subject: "a", body: "{Contenido}", location: "texto", message: "No hay un campo {Contenido}"},
		{rule: "a placeholder has a name", subject: "a", body: "{contenido} {}", location: "texto", message: "No hay un campo {}"},
		{rule: "a brace is closed", subject: "a", body: "{contenido} {radicado, y", location: "texto", message: "Falta cerrar la llave en «{radicado, y»"},
		{rule: "a brace is closed in its line", subject: "a", body: "{contenido} {radicado\n}", location: "texto", message: "Falta cerrar la llave en «{radicado»"},
		{rule: "a brace is closed before the next", subject: "a", body: "{contenido} {{radicado}", location: "texto", message: "Falta cerrar la llave en «{»"},
		{rule: "a brace is opened", subject: "a", body: "{contenido} radicado}", location: "texto", message: "Sobra una llave de cierre"},
		{rule: "an e-mail stays as small as a text is", subject: "a", body: strings.Repeat("{contenido}", 51), location: "texto", message: "Tiene 51 campos entre llaves; caben 50."},
		{rule: "a signature is not lost", subject: "a", body: "{contenido}", firma: "Ana", location: "texto", message: "Debe tener {firma}"},
		{rule: "a signature has at most 2000 characters", subject: "a", body: "{contenido}{firma}", firma: long[:4002], location: "firma", message: "máximo 2000"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got, err := notification.Template{Subject: c.subject, Body: c.body, Signature: c.firma}.Checked()
			if c.location == "" {
				if want := (notification.Template{Subject: c.storedSubject, Body: c.stored, Signature: c.firma}); err != nil || got != want {
					t.Errorf("%+v, %v", got, err)
				}
				return
			}
			f, ok := fault.As(err)
			if !ok || f.Kind != fault.Unprocessable || len(f.Details) != 1 || f.Details[0].Location != "body."+c.location || !strings.Contains(f.Details[0].Message, c.message) {
				t.Errorf("%+v, %v", f, err)
			}
		})
	}
}

func TestValuesOfPlaceholders(t *testing.T) {
	full := notification.SampleLetter("Juzgado 1 Civil", noon)
	bare := notification.Letter{To: notification.Subject{Part: notification.OtherPart, DocumentType: notification.CitizenCard}, At: noon.Add(12 * time.Hour)}
	for _, c := range []struct{ template, full, bare string }{
		{"{juzgado}", "Juzgado 1 Civil", ""},
		{"{radicado}", "11001-31-03-001-2026-00123-00", ""},
		{"{destinatario}", "José Peña Núñez", ""},
		{"{documento}", "CC 1.020.304.050", ""},
		{"{tipo}", "demandado", ""},
		{"{contenido}", "Auto que admite la demanda de María Muñoz contra Transportes Ñandú S.A.S.\n\nTiene tres días para contestar.", ""},
		{"{fecha}", "4 de marzo de 2026", "5 de marzo de 2026"},
		{"{identificador}", full.Notification.ID, ""},
		{"{firma}", "Ana {radicado}", "Ana {radicado}"},
		{"«{tipo}», {tipo}", "«demandado», demandado", "«», "},
	} {
		tpl := notification.Template{Body: c.template, Signature: "Ana {radicado}"}
		if got := tpl.Compose(full).Body; got != c.full {
			t.Errorf("%s is %q, want %q", c.template, got, c.full)
		}
		if got := tpl.Compose(bare).Body; got != c.bare {
			t.Errorf("%s without a value is %q, want %q", c.template, got, c.bare)
		}
	}
}

// TestValuesAreNotExpanded has values that look like placeholders, or end lines.
func TestValuesAreNotExpanded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringOf(rapid.SampledFrom([]rune("{}ab\n\rñ"))).Draw(t, "value") + rapid.SampledFrom([]string{"", "{firma}", "{destinatario}"}).Draw(t, "end")
		l := notification.Letter{Case: notification.Case{Number: value, Description: value}, To: notification.Subject{Name: value}, Court: value, At: noon}
		d := notification.Template{Subject: "[{destinatario}{juzgado}]", Body: "[{destinatario}{contenido}{radicado}]", Signature: "x"}.Compose(l)
		if want := "[" + value + value + value + "]"; d.Body != want {
			t.Fatalf("%q, want %q", d.Body, want)
		}
		if strings.ContainsAny(d.Subject, "\r\n") || strings.Contains(d.Subject, "x") {
			t.Fatalf("the subject is %q", d.Subject)
		}
	})
}

// TestCheckedTemplateHasNoBraces holds for every template that is accepted.
func TestCheckedTemplateHasNoBraces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.SampledFrom([]string{"{", "}", "\n", "a", "{radicado}", "{contenido}", "{x}", "firma"}))
		checked, err := notification.Template{Subject: "a", Body: strings.Join(words.Draw(t, "body"), "") + "{contenido}"}.Checked()
		if err != nil {
			return
		}
		if d := checked.Compose(notification.SampleLetter("Juzgado", noon)); strings.ContainsAny(d.Body, "{}") {
			t.Fatalf("%q makes %q", checked.Body, d.Body)
		}
	})
}

func TestReplaceTellsWhatChanged(t *testing.T) {
	current := notification.DefaultCourtTemplate("j1")
	if !current.IsDefault() {
		t.Error("the default template is not the default")
	}
	next := notification.CourtTemplate{Template: notification.Template{Subject: "a", Body: current.Body, Signature: "Ana"}, ChangedAt: noon, ChangedBy: "eva"}
	made := current.Replace(next, "eva", noon)
	want := []notification.Correction{{Field: "correo_asunto", From: notification.DefaultTemplate().Subject, To: "a", By: "eva", At: noon},
		{Field: "correo_firma", To: "Ana", By: "eva", At: noon}}
	if !reflect.DeepEqual(made, want) || current.IsDefault() || current.CourtID != "j1" {
		t.Errorf("%+v\n%+v", made, current)
	}
	if made := current.Replace(notification.DefaultCourtTemplate("j1"), "ana", noon); len(made) != 2 || !current.IsDefault() || current != notification.DefaultCourtTemplate("j1") {
		t.Errorf("%+v\n%+v", made, current)
	}
}

func ExampleTemplate_Compose() {
	t := notification.Template{Subject: "{juzgado}: {radicado}", Body: "Señor {destinatario}:\n{contenido}\n\n{firma}\n", Signature: "Ana Ruiz\nSecretaria"}
	d := t.Compose(notification.Letter{Court: "Juzgado 1 Civil", Case: notification.Case{Number: "2026-1", Description: "Auto admisorio."},
		To: notification.Subject{Name: "Juan Ñáñez"}})
	fmt.Print(d.Subject + "\n" + d.Body)
	// Output:
	// Juzgado 1 Civil: 2026-1
	// Señor Juan Ñáñez:
	// Auto admisorio.
	//
	// Ana Ruiz
	// Secretaria
}
