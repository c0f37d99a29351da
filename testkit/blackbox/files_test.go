package blackbox

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/docx"
	"github.com/cotejo/cotejo/testkit/mail"
	"github.com/cotejo/cotejo/testkit/service"
)

// Files of several kinds are sent at once, without saying of what type they are: each is a document
// of the type that its text shows, and what is refused is named.
func TestFilesOfSeveralKindsAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	word := docx.Body(docx.Text("Señor\nJUEZ CIVIL DEL CIRCUITO DE BOGOTÁ\nREFERENCIA: ACCIÓN DE TUTELA\nACCIONANTE: NIDIA RUBIO PARRA\nACCIONADO: BANCO AGRARIO DE COLOMBIA\n" +
		"Nidia Rubio Parra, identificada con cédula de ciudadanía No. 80.123.774, interpongo ACCIÓN DE TUTELA contra Banco Agrario de Colombia.\nHECHOS\n" +
		"1. El banco me reportó ante centrales de riesgo el 8 de agosto de 2026.\nPRETENSIONES\n1. Ordenar la eliminación del reporte negativo.\nAtentamente,\nNIDIA RUBIO PARRA")).Bytes()
	pdf := locked(t, "", "Senores Alcaldia de Mosquera. Asunto: derecho de peticion, articulo 23 de la Constitucion. Ana Lopez, C.C. 52.418.903, solicito copia del acta.")
	sent, err := c.UploadFiles(t.Context(), []service.File{{Name: "tutela.docx", Content: word}, {Name: "foto.gif", Content: []byte("GIF89a")}, {Name: "peticion.pdf", Content: pdf}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(sent.Accepted) != 2 || len(sent.Refused) != 1 || sent.Refused[0].FileName != "foto.gif" || sent.Refused[0].Code != "not_a_pdf" {
		t.Fatalf("%+v", sent)
	}
	for i, want := range []string{"tutela", "derecho_peticion"} {
		task := ended(t, c, sent.Accepted[i].TaskID)
		if task.Result == nil {
			t.Fatalf("%+v", task)
		}
		if d, err := c.Document(t.Context(), task.Result.ID); err != nil || d.Type != want {
			t.Errorf("%s is %q, want %q: %v", sent.Accepted[i].FileName, d.Type, want, err)
		}
	}
	d, err := c.Document(t.Context(), ended(t, c, sent.Accepted[0].TaskID).Result.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d.Plaintiff != "Nidia Rubio Parra" || d.Cedula != "80123774" || d.FileName != "tutela.docx" || d.Pages != 1 {
		t.Errorf("%+v", d)
	}
	for path, begins := range map[string]string{"/original": "PK\x03\x04", "/pages/1": "\x89PNG"} {
		res, err := c.Do(t.Context(), "GET", "/documents/"+d.ID+path, "", nil)
		if err != nil || res.Status != 200 || !bytes.HasPrefix(res.Body, []byte(begins)) {
			t.Errorf("%s: %d, %.20q, %v", path, res.Status, res.Body, err)
		}
	}
}

// A message brings its papers, its text is one if it is a filing, and the same message again is known.
// Each document says in what it came; the text of a message is printed as pages.
func TestMessagesBringTheirPapers(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	messages, err := mail.Read("learn")
	if err != nil {
		t.Fatal(err)
	}
	send := func(name string) service.SentFiles {
		t.Helper()
		i := slices.IndexFunc(messages, func(m mail.Message) bool { return m.File == name })
		sent, err := c.UploadFiles(t.Context(), []service.File{{Name: name, Content: messages[i].Content}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sent
	}
	attached, written := send("a11.eml"), send("a06.eml")
	if len(attached.Accepted) != 3 || len(written.Accepted) != 1 {
		t.Fatalf("%+v, %+v", attached, written)
	}
	if again := send("a11.eml"); !again.Deliveries[0].Known || again.Deliveries[0].ID != attached.Deliveries[0].ID {
		t.Errorf("sent again: %+v", again)
	}
	annexed := send("a10.eml") // a tutela, a medical history and a prescription, all about one child
	for _, sent := range []service.SentFiles{attached, written, annexed} {
		for _, a := range sent.Accepted {
			task := ended(t, c, a.TaskID)
			if task.Result != nil && len(task.Result.Duplicates) > 0 {
				t.Errorf("%s is said to repeat %+v", a.FileName, task.Result.Duplicates)
			}
			if task.Result == nil {
				t.Fatalf("%s: %+v", a.FileName, task)
			}
			res, err := c.Do(t.Context(), "GET", "/deliveries?document="+task.Result.ID, "", nil)
			if err != nil || !bytes.Contains(res.Body, []byte(sent.Deliveries[0].ID)) {
				t.Errorf("%s: %s, %v", a.FileName, res.Body, err)
			}
		}
	}
	d, err := c.Document(t.Context(), ended(t, c, written.Accepted[0].TaskID).Result.ID)
	if err != nil || d.Type != "tutela" || !strings.Contains(d.Text, "Brayan Stiven Quiñones Angulo") {
		t.Errorf("%+v, %v", d, err)
	}
	res, err := c.Do(t.Context(), "GET", "/documents/"+d.ID+"/original", "", nil)
	if err != nil || res.Header.Get("Content-Type") != "message/rfc822" || !bytes.Contains(res.Body, []byte("Message-I")) {
		t.Errorf("%v %.200q %v", res.Header, res.Body, err)
	}
}

// A Word document whose parts unpack to much more than they say, or go on for ever, is refused in
// the reader, and the service goes on.
func TestHostileWordDocuments(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	deep := docx.Body(strings.Repeat("<w:tbl><w:tr><w:tc>", 100_000)).Bytes()
	long := docx.Body(strings.Repeat(docx.Paragraph(docx.Run(strings.Repeat("tutela ", 128<<10))), 40)).Bytes()
	for name, tc := range map[string]struct {
		file []byte
		code string
	}{"deep.docx": {deep, "word_too_big"}, "long.docx": {long, "word_too_big"}, "cut.docx": {long[:len(long)/2], "word_damaged"}} {
		sent, err := c.UploadFiles(t.Context(), []service.File{{Name: name, Content: tc.file}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if task := ended(t, c, sent.Accepted[0].TaskID); task.ErrorCode != tc.code {
			t.Errorf("%s: %+v, want %s", name, task, tc.code)
		}
	}
}
