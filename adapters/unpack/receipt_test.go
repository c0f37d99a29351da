package unpack_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/unpack"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/receipt"
)

const receiptFolder = "testdata/receipts"

// TestReceipt reads messages in the form in which mail systems and programs write them.
func TestReceipt(t *testing.T) {
	const id = "0195f0a0-0000-7000-8000-000000000001@juzgado.gov.co"
	cases := []struct {
		file   string
		id     string
		kind   receipt.Kind
		status string
		reason string
	}{
		{"postfix_failure", id, receipt.Failure, "5.1.1", "La dirección de correo no existe."},
		{"postfix_delivered", id, receipt.Delivered, "2.0.0", ""},
		{"microsoft365_failure", id, receipt.Failure, "5.1.10", "La dirección de correo no existe, o su dominio no recibe correos."},
		{"gmail_failure", id, receipt.Failure, "5.2.2", "El buzón está lleno."},
		{"qmail_failure", id, receipt.Failure, "5.4.6", "El correo del destinatario se reenvía en círculo."},
		{"exim_delay", id, receipt.Delay, "", "El servidor de correo del destinatario no respondió."},
		{"sendmail_delay", id, receipt.Delay, "4.2.0", "El buzón del destinatario no recibe el mensaje."},
		{"outlook_read", id, receipt.Read, "", ""},
		{"outlook_deleted", id, receipt.Unread, "", ""},
		{"thunderbird_read", id, receipt.Read, "", ""},
		{"microsoft365_out_of_office", id, receipt.Automatic, "", ""},
		{"gmail_answer", id, receipt.Acknowledged, "", ""},
		{"outlook_answer", id, receipt.Acknowledged, "", ""},
		{"another_answer", id, receipt.Answer, "", ""},
		{"forged_failure", "guess@juzgado.gov.co", receipt.Failure, "5.1.1", "La dirección de correo no existe."},
		{"broken_off", id, receipt.Failure, "5.4.4", "El dominio de la dirección no tiene servidor de correo."},
	}
	for _, c := range cases {
		t.Run(c.file, func(t *testing.T) {
			m, err := unpack.Receipt(sample(t, c.file))
			if err != nil {
				t.Fatal(err)
			}
			v := receipt.Judge(m)
			o, ok := v.For("Ana@x.co")
			if !ok || o.Kind != c.kind || o.Status != c.status || o.Reason != c.reason || !slices.Equal(v.MessageIDs, []string{c.id}) {
				t.Errorf("%+v %t", v, ok)
			}
		})
	}
	if files, _ := filepath.Glob(receiptFolder + "/*.eml"); len(files) != len(cases) {
		t.Errorf("%d files, %d cases", len(files), len(cases))
	}
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(receiptFolder, name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestReceiptIgnoresInnerReport checks that a report which a person forwards as a file is not one of a mail system.
func TestReceiptIgnoresInnerReport(t *testing.T) {
	content := "From: eva@x.co\r\nContent-Type: multipart/mixed; boundary=k\r\n\r\n--k\r\nContent-Type: message/rfc822\r\n\r\n" +
		string(sample(t, "postfix_failure")) + "\r\n--k--\r\n"
	m, err := unpack.Receipt([]byte(content))
	if err != nil || len(m.Delivery) > 0 || receipt.Judge(m).First().Kind != receipt.None {
		t.Errorf("%+v %v", m, err)
	}
}

func TestReceiptBounds(t *testing.T) {
	var deep strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=k%d\r\n\r\n--k%d\r\n", i, i)
	}
	parts := "Content-Type: multipart/mixed; boundary=k\r\n\r\n" + strings.Repeat("--k\r\nContent-Type: message/delivery-status\r\n\r\nA: b\r\n\r\n", 5000)
	groups := "Content-Type: message/delivery-status\r\n\r\n" + strings.Repeat("Action: failed\r\n\r\n", 100_000)
	long := "Content-Type: text/plain\r\n\r\n" + strings.Repeat("Acuso recibo. ", 1<<20)
	for _, content := range []string{deep.String(), parts, groups, long} {
		m, err := unpack.Receipt([]byte(content))
		if err != nil {
			t.Error(err)
		}
		if len(m.Delivery) > 100 || len(m.Text) > 257<<10 || len(m.Returned) > 100 {
			t.Errorf("%d groups, %d bytes of text", len(m.Delivery), len(m.Text))
		}
	}
	for _, content := range []string{"", "no header", "\x00\xff"} {
		if m, err := unpack.Receipt([]byte(content)); err != nil && fault.KindOf(err) != fault.Unprocessable || receipt.Judge(m).First().Kind != receipt.None {
			t.Errorf("%q: %+v %v", content, m, err)
		}
	}
}

// FuzzReceipt checks that nothing in a message makes the reader or the judge fail, and that what
// moves a notification names an e-mail.
func FuzzReceipt(f *testing.F) {
	files, err := filepath.Glob(receiptFolder + "/*.eml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := unpack.Receipt(content)
		if err != nil {
			if fault.KindOf(err) != fault.Unprocessable {
				t.Fatal(err)
			}
			return
		}
		v := receipt.Judge(m)
		if len(v.MessageIDs) > 50 || len(v.Outcomes) > 50 {
			t.Fatalf("%d IDs, %d outcomes", len(v.MessageIDs), len(v.Outcomes))
		}
		for _, id := range v.MessageIDs {
			if !bytes.Contains([]byte(id), []byte("@")) || strings.ContainsAny(id, "<> \r\n") {
				t.Fatalf("Message-ID %q", id)
			}
		}
		for _, o := range v.Outcomes {
			if strings.ContainsAny(o.Detail+o.Reason+o.Status, "\r\n\x00") {
				t.Fatalf("%+v", o)
			}
		}
	})
}

// The name before an address, a comment and a second From are what the sender of a message may write there.
func TestSenderIsTheAddress(t *testing.T) {
	for from, want := range map[string]string{
		"Ana <Ana@x.co>":            "Ana@x.co",
		`"ana@x.co" <otro@evil.co>`: "otro@evil.co",
		"=?utf-8?q?ana=40x.co_=3Cana=40x.co=3E?= <otro@evil.co>": "otro@evil.co",
		"otro@evil.co (<ana@x.co>)":                              "otro@evil.co",
		"ana@x.co <otro@evil.co> <ana@x.co>":                     "",
		"":                                                       "",
	} {
		m, err := unpack.Receipt([]byte("From: " + from + "\r\nIn-Reply-To: <1@j.co>\r\n\r\nAcuso recibo\r\n"))
		if got := m.Header.Get("From"); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", from, got, want, err)
		}
		if o, ok := receipt.Judge(m).For("ana@x.co"); ok != (want == "Ana@x.co") {
			t.Errorf("%s: %+v is of ana@x.co: %v", from, o, ok)
		}
	}
}
