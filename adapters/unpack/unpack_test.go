package unpack_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/unpack"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/mail"
	"github.com/cotejo/cotejo/testkit/outlook"
)

func open(t *testing.T, file string, kind document.FileKind) document.Unpacked {
	t.Helper()
	u, err := unpack.Open(strings.NewReader(file), int64(len(file)), kind)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// names are the parts found, each with what it lies in and the code of its fault.
func names(u document.Unpacked) (list []string) {
	for _, p := range u.Parts {
		s := p.Name
		if p.In != "" {
			s = p.In + "/" + s
		}
		if f, ok := fault.As(p.Err); ok {
			s += " " + f.Code
		}
		list = append(list, s)
	}
	return list
}

// entry is a file of an archive.
type entry struct{ name, content string }

func archive(t testing.TB, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err == nil {
			_, err = io.WriteString(f, e.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func multipart(parts ...string) string {
	s := "From: =?iso-8859-1?Q?Ana_Pe=F1a?= <ana@correo.example>\r\nTo: reparto@juzgado.example\r\nSubject: =?utf-8?B?VHV0ZWxhIG1lZGljaW5h?=\r\n" +
		"Message-ID: <m1@correo.example>\r\nDate: Mon, 2 Mar 2026 10:00:00 -0500\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=frontera\r\n\r\n"
	for _, p := range parts {
		s += "--frontera\r\n" + p + "\r\n"
	}
	return s + "--frontera--\r\n"
}

func text(kind, body string) string { return "Content-Type: " + kind + "\r\n\r\n" + body }

func attached(header, content string) string {
	return "Content-Type: application/pdf\r\nContent-Disposition: attachment; " + header + "\r\n\r\n" + content
}

func TestMessages(t *testing.T) {
	for rule, tc := range map[string]struct {
		message, body string
		parts         []string
	}{
		"a body and a paper":    {multipart(text("text/plain; charset=windows-1252", "Se\xf1or juez"), attached("filename=\"tutela.pdf\"", "%PDF-")), "Señor juez", []string{"tutela.pdf"}},
		"an encoded name":       {multipart(attached("filename=\"=?utf-8?Q?petici=C3=B3n=2Epdf?=\"", "%PDF-")), "", []string{"petición.pdf"}},
		"a name in ISO-8859-1":  {multipart(attached("filename*=ISO-8859-1''constancia%20conciliaci%F3n.pdf", "%PDF-")), "", []string{"constancia conciliación.pdf"}},
		"a name in pieces":      {multipart(attached("filename*0*=UTF-8''petici%C3%B3n%20; filename*1=final.pdf", "%PDF-")), "", []string{"petición final.pdf"}},
		"a name with a folder":  {multipart(attached("filename=\"..\\\\..\\\\etc/tutela.pdf\"", "%PDF-")), "", []string{"tutela.pdf"}},
		"no name":               {multipart(attached("x=y", "%PDF-")), "", []string{""}},
		"HTML alone":            {multipart(text("text/html", "<style>p{}</style><p>Señor&nbsp;juez</p><table><tr><td>Cédula</td><td>52.418.903</td></tr></table><a href=\"https://tutelas.example/d\">aquí</a>")), "Señor juez\n\nCédula 52.418.903\n\naquí <https://tutelas.example/d>", nil},
		"a text that is a stub": {multipart(text("text/plain", "Vea el HTML"), text("text/html", "<p>"+strings.Repeat("Señor juez, pido que me entreguen el medicamento. ", 5)+"</p>")), strings.TrimSpace(strings.Repeat("Señor juez, pido que me entreguen el medicamento. ", 5)), nil},
		"a message in a message": {multipart("Content-Type: message/rfc822\r\n\r\n" + strings.ReplaceAll(multipart(text("text/plain", "Poder"), attached("filename=\"poder.pdf\"", "%PDF-")), "frontera", "dentro")), "",
			[]string{"correo.eml/Tutela medicina.eml", "correo.eml/poder.pdf"}},
		"an archive":      {multipart(attached("filename=\"a.zip\"", archive(t, entry{"tutela.pdf", "%PDF-"}, entry{"__MACOSX/._tutela.pdf", "x"}, entry{"anexos/cedula.jpg", "\xff\xd8\xff"}))), "", []string{"a.zip/tutela.pdf", "a.zip/cedula.jpg"}},
		"a mailbox":       {"From ana@correo.example Mon Mar  2 10:00:00 2026\n" + multipart(text("text/plain", "Señor juez")), "Señor juez", nil},
		"what breaks off": {strings.TrimSuffix(multipart(text("text/plain", "Señor juez"), attached("filename=\"a.pdf\"", "%PDF-1.7")), "--frontera--\r\n"), "Señor juez", []string{"a.pdf", "resto del correo message_damaged"}},
		"no structure":    {"From: ana@correo.example\r\n\r\nSeñor juez", "Señor juez", nil},
		"a Word document": {multipart(attached("filename=\"tutela.docx\"", archive(t, entry{"[Content_Types].xml", ""}, entry{"word/document.xml", ""}))), "", []string{"tutela.docx"}},
	} {
		t.Run(rule, func(t *testing.T) {
			u := open(t, tc.message, document.EML)
			if u.Message == nil || u.Message.Sender != "ana@correo.example" || u.Message.Body != tc.body || !slices.Equal(names(u), tc.parts) {
				t.Errorf("%+v, parts %q; want %q, %q", u.Message, names(u), tc.body, tc.parts)
			}
		})
	}
	m := open(t, multipart(), document.EML).Message
	if m.ID != "m1@correo.example" || m.SenderName != "Ana Peña" || m.Subject != "Tutela medicina" || m.SentAt.UTC().Hour() != 15 || !slices.Equal(m.Recipients, []string{"reparto@juzgado.example"}) {
		t.Errorf("%+v", m)
	}
}

// TestMessagesOfOutlook have their text, attachments and the messages within them.
func TestMessagesOfOutlook(t *testing.T) {
	inner := outlook.Message{Subject: "poder", Sender: "luz@correo.example", Body: "Va el poder", Attachments: []outlook.Attachment{{Name: "poder.pdf", Content: []byte("%PDF-")}}}
	m := outlook.Message{
		ID: "<m1@correo.example>", Sender: "ana@correo.example", SenderName: "Ana Peña", Subject: "Tutela medicina", HTML: "<p>Señor juez</p>", Ticks: 134_169_480_000_000_000,
		Attachments: []outlook.Attachment{{Name: "petición.pdf", Content: bytes.Repeat([]byte("%PDF-"), 5000)}, {Name: "a.zip", Content: []byte(archive(t, entry{"b.pdf", "%PDF-"}))}, {Message: &inner}, {Name: "nota.pdf"}},
	}
	u := open(t, string(m.Bytes()), document.MSG)
	got := u.Message
	if got == nil || got.ID != "m1@correo.example" || got.Sender != "ana@correo.example" || got.SenderName != "Ana Peña" || got.Subject != "Tutela medicina" || got.Body != "Señor juez" || got.SentAt.Year() != 2026 {
		t.Errorf("%+v", got)
	}
	if want := []string{"petición.pdf", "a.zip/b.pdf", "correo/poder.eml", "correo/poder.pdf", "nota.pdf"}; !slices.Equal(names(u), want) {
		t.Errorf("%q, want %q", names(u), want)
	}
	if len(u.Parts[0].Content) != 25_000 {
		t.Errorf("%d bytes", len(u.Parts[0].Content))
	}
	u = open(t, multipart(attached("filename=\"reenviado.msg\"", string(inner.Bytes()))), document.EML)
	if want := []string{"reenviado.msg/poder.eml", "reenviado.msg/poder.pdf"}; !slices.Equal(names(u), want) {
		t.Errorf("in a message: %q, want %q", names(u), want)
	}
	for rule, file := range map[string]string{"none": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "cut": string(m.Bytes()[:600])} {
		if _, err := unpack.Open(strings.NewReader(file), int64(len(file)), document.MSG); err == nil {
			t.Errorf("%s: no error", rule)
		}
	}
}

// TestLinesOfOutlookAreBounded as headers of e-mails are; the text is not.
func TestLinesOfOutlookAreBounded(t *testing.T) {
	const most = 1 << 19 // characters of two bytes
	m := outlook.Message{Subject: strings.Repeat("a", most+9), DisplayTo: strings.Repeat("a; ", most/2), Body: strings.Repeat("a", 2*most)}
	got := open(t, string(m.Bytes()), document.MSG).Message
	if len(got.Subject) != most || len(got.Recipients) > most/3+1 || len(got.Body) != 2*most {
		t.Errorf("a subject of %d bytes, %d recipients, a text of %d bytes", len(got.Subject), len(got.Recipients), len(got.Body))
	}
}

// TestHostileTreesOfOutlook are refused before they fill the memory: what reads them keeps the path of each folder.
func TestHostileTreesOfOutlook(t *testing.T) {
	deep, wide := outlook.Message{Subject: "x"}, outlook.Message{Subject: "x"}
	for range 40 {
		inner := deep
		deep = outlook.Message{Subject: "x", Attachments: []outlook.Attachment{{Message: &inner}}}
	}
	for range 60 {
		inner := outlook.Message{Subject: "x"}
		for range 10 {
			inner.Attachments = append(inner.Attachments, outlook.Attachment{Message: &outlook.Message{Subject: "x"}})
		}
		wide.Attachments = append(wide.Attachments, outlook.Attachment{Message: &inner})
	}
	circular := (outlook.Message{Subject: "x", Attachments: []outlook.Attachment{{Message: &outlook.Message{Subject: "y"}}}}).Bytes()
	const kind, child, storage = 66, 76, 1
	for at := 512; at+128 <= len(circular); at += 128 {
		if circular[at+kind] == storage && circular[at+kind+1] <= 1 {
			binary.LittleEndian.PutUint32(circular[at+child:], 0)
		}
	}
	for rule, tc := range map[string]struct {
		file []byte
		code string
	}{
		"deep":     {deep.Bytes(), "message_damaged"},
		"wide":     {wide.Bytes(), "too_many_parts"},
		"circular": {circular, "message_damaged"},
	} {
		t.Run(rule, func(t *testing.T) {
			_, err := unpack.Open(bytes.NewReader(tc.file), int64(len(tc.file)), document.MSG)
			if f, ok := fault.As(err); !ok || f.Code != tc.code {
				t.Errorf("%v, want %s", err, tc.code)
			}
		})
	}
}

func TestArchives(t *testing.T) {
	inner := archive(t, entry{"a.pdf", "%PDF-"})
	deep := inner
	for range 3 {
		deep = archive(t, entry{"otro.zip", deep})
	}
	encrypted := strings.ReplaceAll(strings.ReplaceAll(inner, "PK\x03\x04\x14\x00\x08", "PK\x03\x04\x14\x00\x09"), "PK\x01\x02\x14\x00\x14\x00\x08", "PK\x01\x02\x14\x00\x14\x00\x09")
	for rule, tc := range map[string]struct {
		file  string
		parts []string
	}{
		"papers":              {archive(t, entry{"a.pdf", "%PDF-"}, entry{"b.pdf", "%PDF-"}), []string{"a.pdf", "b.pdf"}},
		"in an archive":       {archive(t, entry{"otro.zip", inner}), []string{"otro.zip/a.pdf"}},
		"too deep":            {deep, []string{"otro.zip/otro.zip too_deep"}},
		"encrypted":           {encrypted, []string{"a.pdf archive_encrypted"}},
		"a name of Windows":   {archive(t, entry{"petici\xa2n.pdf", "%PDF-"}), []string{"petición.pdf"}},
		"damaged, in another": {archive(t, entry{"malo.zip", inner[:len(inner)-10]}), []string{"malo.zip archive_damaged"}},
		"a message":           {archive(t, entry{"correo.eml", multipart(text("text/plain", "Señor juez"))}), []string{"correo.eml/Tutela medicina.eml"}},
	} {
		t.Run(rule, func(t *testing.T) {
			if got := names(open(t, tc.file, document.ZIP)); !slices.Equal(got, tc.parts) {
				t.Errorf("%q, want %q", got, tc.parts)
			}
		})
	}
}

// TestWhatIsTooMuch is refused before it fills the memory.
func TestWhatIsTooMuch(t *testing.T) {
	zeros := strings.Repeat("\x00", 50<<20)
	var many []entry
	for i := range 300 {
		many = append(many, entry{fmt.Sprint(i, ".pdf"), "%PDF-"})
	}
	bomb := archive(t, entry{"1", zeros}, entry{"2", zeros}, entry{"3", zeros})
	var folders []entry
	for i := range 20_001 {
		folders = append(folders, entry{fmt.Sprint(i, "/"), ""})
	}
	parts := "Content-Type: multipart/mixed; boundary=x\r\n\r\n" + strings.Repeat("--x\r\n\r\n\r\n", 2001) + "--x--\r\n"
	for rule, tc := range map[string]struct{ file, code string }{
		"a message that brings one too many": {archive(t, append(many[:199:199], entry{"a.eml", multipart(attached("filename=a.txt", "x"))})...), "too_many_parts"},
		"many folders":                       {archive(t, folders...), "too_many_parts"},
		"many empty parts":                   {archive(t, entry{"a.eml", "From: a@b.co\r\nSubject: x\r\n" + parts}), "too_many_parts"},
		"a bomb":                             {archive(t, entry{"1", zeros}, entry{"2", zeros}, entry{"3", zeros}, entry{"4", zeros}, entry{"5", zeros}), "unpacks_too_large"},
		"bombs":                              {archive(t, entry{"a.zip", bomb}, entry{"b.zip", bomb}), "unpacks_too_large"},
		"many files":                         {archive(t, many...), "too_many_parts"},
		"no archive":                         {"PK\x03\x04", "archive_damaged"},
	} {
		t.Run(rule, func(t *testing.T) {
			_, err := unpack.Open(strings.NewReader(tc.file), int64(len(tc.file)), document.ZIP)
			if f, ok := fault.As(err); !ok || f.Code != tc.code || f.Kind != fault.Unprocessable {
				t.Errorf("%v, want %s", err, tc.code)
			}
		})
	}
}

// TestNestedParts ends at a level, however deep a message goes.
func TestNestedParts(t *testing.T) {
	var message strings.Builder
	message.WriteString("From: ana@correo.example\r\n")
	for i := range 20_000 {
		fmt.Fprintf(&message, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	u := open(t, message.String(), document.EML)
	if got := names(u); len(got) == 0 || got[0] != "parte del correo too_deep" {
		t.Errorf("%q", got)
	}
}

func TestUnquoted(t *testing.T) {
	for rule, tc := range map[string]struct{ body, want string }{
		"a forward":         {"Remito tutela.\n\nDe: Ana <ana@correo.example>\nEnviado el: lunes, 2 de marzo de 2026\nPara: Reparto <r@juzgado.example>;\nOtro <o@juzgado.example>\nAsunto: tutela\n\nSeñor juez:", "Remito tutela.\n\nSeñor juez:"},
		"in English":        {"---------- Forwarded message ---------\nFrom: Ana <ana@correo.example>\nDate: Mon, Mar 2\nSubject: tutela\nTo: <r@juzgado.example>\n\nSeñor juez:", "Señor juez:"},
		"quoted":            {"El lun, 2 mar 2026, Ana (<ana@correo.example>) escribió:\n\n> Señor juez:\n> pido", "Señor juez:\npido"},
		"a note":            {"Señor juez:\n\nAVISO DE CONFIDENCIALIDAD: Este correo contiene información reservada.\nSi lo recibió por error, bórrelo.", "Señor juez:"},
		"fields of a paper": {"Accionante: Ana Ruiz\nAccionado: Nueva EPS\nCorreo: ana@correo.example", "Accionante: Ana Ruiz\nAccionado: Nueva EPS\nCorreo: ana@correo.example"},
		"a reference":       {"Asunto: acción de tutela\nSeñor juez:", "Asunto: acción de tutela\n\nSeñor juez:"},
	} {
		t.Run(rule, func(t *testing.T) {
			if got := unpack.Unquoted(tc.body); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// TestMessagesOfWriters finds every attachment of messages that writers made.
func TestMessagesOfWriters(t *testing.T) {
	messages, err := mail.Read("learn")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		found := names(open(t, string(m.Content), document.EML))
		for _, p := range m.Parts {
			if p.Name == "" || p.Becomes == "container" || p.Becomes == "refused" || p.Becomes == "ignored" {
				continue
			}
			name, _, _ := strings.Cut(path.Base(p.Name), "|")
			if !slices.ContainsFunc(found, func(s string) bool { return s == name || strings.HasSuffix(s, "/"+name) }) {
				t.Errorf("%s: %q is not among %q", m.File, name, found)
			}
		}
	}
}

// FuzzOpen: whatever a file is, it is opened or refused with a fault that a clerk understands.
func FuzzOpen(f *testing.F) {
	f.Add(multipart(text("text/plain", "Señor juez"), attached("filename=\"a.pdf\"", "%PDF-")))
	f.Add(multipart(text("text/html", "<p>Señor juez"), "Content-Type: message/rfc822\r\n\r\n"+multipart()))
	f.Add(string(outlook.Message{Subject: "tutela", Body: "Señor juez", Attachments: []outlook.Attachment{{Name: "a.pdf", Content: []byte("%PDF-")}}}.Bytes()))
	f.Add(archive(f, entry{"a.pdf", "%PDF-"}, entry{"b.eml", multipart()}))
	f.Fuzz(func(t *testing.T, file string) {
		for _, kind := range []document.FileKind{document.EML, document.MSG, document.ZIP} {
			u, err := unpack.Open(strings.NewReader(file), int64(len(file)), kind)
			if _, ok := fault.As(err); err != nil && !ok {
				t.Fatalf("%s: %v", kind, err)
			}
			for _, p := range u.Parts {
				if _, ok := fault.As(p.Err); p.Err != nil && !ok {
					t.Fatalf("%s: %v", p.Name, p.Err)
				}
			}
			if u.Message != nil {
				unpack.Unquoted(u.Message.Body)
			}
		}
	})
}
