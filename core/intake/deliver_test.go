package intake_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
)

// longBody is the body of a message that is a filing itself.
var longBody = "Señor juez: interpongo acción de tutela contra la Nueva EPS porque no entrega el medicamento que ordenó el médico. " +
	strings.Repeat("Desde marzo espero la respuesta y nadie da razón. ", 20) + "Solicito que se ordene la entrega."

const mailHead = "From: ana@correo.example\r\nTo: reparto@juzgado.example\r\nSubject: tutela\r\n\r\n"

// unpacks makes the house find parts in every message; the body is that of the message.
func (h *house) unpacks(body string, parts ...document.Part) {
	h.unpack = func(io.ReaderAt, int64, document.FileKind) (document.Unpacked, error) {
		return document.Unpacked{Message: &document.Message{ID: "m1", Sender: "ana@correo.example", Subject: "Tutela RAD 682554089002 2026 00057 00", Body: body}, Parts: parts}, nil
	}
}

func (h *house) deliver(t *testing.T, content string) document.Delivered {
	t.Helper()
	d, err := h.service.Deliver(t.Context(), clerk, mailed(content))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mailed(content string) document.Upload {
	return document.Upload{FileName: "tutela.eml", Content: strings.NewReader(mailHead + content), TypeName: func() string { return "auto" }}
}

// outcomes are what became of the parts, each with the number of its document.
func outcomes(d document.Delivery) (list []string) {
	numbers := map[string]int{}
	for _, p := range d.Parts {
		s := string(p.Outcome) + " " + p.Name
		if p.DocumentID != "" {
			if numbers[p.DocumentID] == 0 {
				numbers[p.DocumentID] = len(numbers) + 1
			}
			s += fmt.Sprint(" ", numbers[p.DocumentID])
		}
		list = append(list, strings.TrimSpace(s))
	}
	return list
}

func TestPartsOfAMessage(t *testing.T) {
	pdf := func(name string) document.Part { return document.Part{Name: name, Content: []byte("%PDF-1.7")} }
	photo := func(name string) document.Part { return document.Part{Name: name, Content: []byte(jpeg + name)} }
	for rule, tc := range map[string]struct {
		body  string
		parts []document.Part
		want  []string
	}{
		"a paper and a note":      {"Buenos días, adjunto tutela.", []document.Part{pdf("tutela.pdf")}, []string{"accepted tutela.pdf 1", "left_out"}},
		"a filing as text":        {longBody, nil, []string{"accepted  1"}},
		"a filing and its annex":  {longBody, []document.Part{pdf("anexo.pdf")}, []string{"accepted anexo.pdf 1", "accepted  2"}},
		"several papers":          {"", []document.Part{pdf("1.pdf"), pdf("2.pdf")}, []string{"accepted 1.pdf 1", "accepted 2.pdf 2"}},
		"a name that is wrong":    {"", []document.Part{pdf("carta.doc")}, []string{"accepted carta.doc 1"}},
		"a paper without a name":  {"", []document.Part{pdf("")}, []string{"accepted documento.pdf 1"}},
		"what cannot be read":     {"", []document.Part{{Name: "foto.gif", Content: []byte("GIF89a")}, {Name: "vacio.pdf"}}, []string{"refused foto.gif", "refused vacio.pdf"}},
		"what is damaged":         {"", []document.Part{{Name: "a.zip", Err: fault.New(fault.Unprocessable, "archive_damaged", "Está dañado.")}}, []string{"refused a.zip"}},
		"a picture in the text":   {"", []document.Part{{Name: "logo.png", Inline: true}}, []string{"left_out logo.png"}},
		"text of mail programs":   {"", []document.Part{{Content: []byte("BEGIN:VCALENDAR\nEND:VCALENDAR")}}, []string{"left_out"}},
		"photographs in a series": {"", []document.Part{photo("IMG_1.jpg"), photo("IMG_2.jpg"), photo("IMG_3.jpg")}, []string{"accepted IMG_1.jpg 1", "accepted IMG_2.jpg 1", "accepted IMG_3.jpg 1"}},
		"photographs of two":      {"", []document.Part{photo("IMG_1.jpg"), photo("IMG_2.jpg"), photo("IMG_9.jpg")}, []string{"accepted IMG_1.jpg 1", "accepted IMG_2.jpg 1", "accepted IMG_9.jpg 2"}},
		"photographs in archives": {"", []document.Part{{Name: "IMG_1.jpg", In: "a.zip", Content: []byte(jpeg)}, {Name: "IMG_2.jpg", In: "b.zip", Content: []byte(jpeg)}}, []string{"accepted IMG_1.jpg 1", "accepted IMG_2.jpg 2"}},
	} {
		t.Run(rule, func(t *testing.T) {
			h := newHouse(t, nil)
			h.unpacks(tc.body, tc.parts...)
			d := h.deliver(t, "")
			if got := outcomes(d.Delivery); !slices.Equal(got, tc.want) {
				t.Errorf("%q, want %q", got, tc.want)
			}
			documents := map[string]bool{}
			for _, p := range d.Parts {
				if p.Outcome == document.PartAccepted {
					documents[p.DocumentID] = true
					if !slices.Contains(h.queue.queued, p.TaskID) {
						t.Errorf("%q is not queued", p.Name)
					}
				} else if p.Reason == "" {
					t.Errorf("%q: no reason", p.Name)
				}
			}
			if n := h.originals(t); n != len(documents)+1 {
				t.Errorf("%d originals for %d documents and the message", n, len(documents))
			}
			stored, err := h.service.Delivery(t.Context(), clerk, d.ID)
			if err != nil || len(stored.Parts) != len(d.Parts) || stored.Radicado != "68255408900220260005700" {
				t.Errorf("%+v, %v", stored, err)
			}
		})
	}
}

// TestAMessageTwiceIsOneDelivery, by its identifier or by its content.
func TestAMessageTwiceIsOneDelivery(t *testing.T) {
	h := newHouse(t, nil)
	h.unpacks("", document.Part{Name: "a.pdf", Content: []byte("%PDF-1.7")})
	first := h.deliver(t, "uno")
	again := h.deliver(t, "el mismo identificador")
	if first.Known || !again.Known || again.ID != first.ID || len(h.queue.queued) != 1 || h.originals(t) != 2 {
		t.Errorf("known %t and %t, queued %d, originals %d", first.Known, again.Known, len(h.queue.queued), h.originals(t))
	}
	list, err := h.service.ListDeliveries(t.Context(), clerk, document.DeliveryFilter{DocumentID: first.Parts[0].DocumentID}, document.PageRequest{Number: 1, Size: 20})
	if err != nil || list.Total != 1 || list.Items[0].ID != first.ID {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := h.service.ListDeliveries(t.Context(), clerk, document.DeliveryFilter{DocumentID: "of nothing"}, document.PageRequest{Number: 1, Size: 20}); err != nil || list.Total != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestOneIdentifierForTwoMessages takes both in: scanners give all that they send the same one. The
// same files again are known, whatever a mail server has added to a note.
func TestOneIdentifierForTwoMessages(t *testing.T) {
	h := newHouse(t, nil)
	send := func(body, content string) document.Delivered {
		t.Helper()
		h.unpacks(body, document.Part{Name: "scan.pdf", Content: []byte("%PDF-1.7 " + content)})
		return h.deliver(t, body+content)
	}
	first, other := send("", "uno"), send("", "dos")
	if first.Known || other.Known || len(h.queue.queued) != 2 {
		t.Errorf("known %t and %t, %d tasks", first.Known, other.Known, len(h.queue.queued))
	}
	for rule, tc := range map[string]struct {
		body, content string
		want          document.Delivered
	}{"the first": {"", "uno", first}, "the other": {"", "dos", other}, "with a note": {"Enviado por el antivirus", "uno", first}} {
		if again := send(tc.body, tc.content); !again.Known || again.ID != tc.want.ID {
			t.Errorf("%s again: known %t", rule, again.Known)
		}
	}
	if filing := send(longBody, "uno"); filing.Known {
		t.Error("a filing as text beside the same file is known")
	}
}

// TestMessagesAtTheSameTime are each taken in once, also those with one identifier for two.
func TestMessagesAtTheSameTime(t *testing.T) {
	h := newHouse(t, nil)
	h.unpack = func(f io.ReaderAt, size int64, _ document.FileKind) (document.Unpacked, error) {
		content, err := io.ReadAll(io.NewSectionReader(f, 0, size))
		return document.Unpacked{Message: &document.Message{ID: "m1"}, Parts: []document.Part{{Name: "scan.pdf", Content: append([]byte("%PDF-1.7 "), content...)}}}, err
	}
	var sending sync.WaitGroup
	for i := range 12 {
		sending.Go(func() {
			if _, err := h.service.Deliver(t.Context(), clerk, mailed(fmt.Sprint(i%3))); err != nil {
				t.Error(err)
			}
		})
	}
	sending.Wait()
	list, err := h.service.ListDeliveries(t.Context(), clerk, document.DeliveryFilter{}, document.PageRequest{Number: 1, Size: 20})
	if err != nil || list.Total != 3 || len(h.queue.queued) != 3 || h.originals(t) != 6 {
		t.Errorf("%d deliveries, %d tasks, %d originals, %v", list.Total, len(h.queue.queued), h.originals(t), err)
	}
}

// TestWhatCannotBeOpenedIsNotTheSame takes two messages for two that differ in a closed archive alone.
func TestWhatCannotBeOpenedIsNotTheSame(t *testing.T) {
	h := newHouse(t, nil)
	closed := document.Part{Name: "pruebas.zip", Err: fault.New(fault.Unprocessable, "archive_encrypted", "Pide contraseña.")}
	h.unpack = func(io.ReaderAt, int64, document.FileKind) (document.Unpacked, error) {
		return document.Unpacked{Message: &document.Message{Sender: "ana@correo.example", Subject: "pruebas"}, Parts: []document.Part{closed}}, nil
	}
	first, other, again := h.deliver(t, "uno"), h.deliver(t, "dos"), h.deliver(t, "uno")
	if first.Known || other.Known || !again.Known || again.ID != first.ID {
		t.Errorf("%t %t %t", first.Known, other.Known, again.Known)
	}
}

// TestADeliveryThatFailsLeavesNothing stores no delivery if a step fails, and no original if it fails
// before the commit.
func TestADeliveryThatFailsLeavesNothing(t *testing.T) {
	pdf := document.Part{Name: "a.pdf", Content: []byte("%PDF-1.7")}
	for rule, spoil := range map[string]func(h *house) document.Upload{
		"no message": func(*house) document.Upload {
			return document.Upload{FileName: "a.eml", Content: strings.NewReader("Señor juez"), TypeName: func() string { return "" }}
		},
		"damaged": func(h *house) document.Upload {
			h.unpack = func(io.ReaderAt, int64, document.FileKind) (document.Unpacked, error) {
				return document.Unpacked{}, fault.New(fault.Unprocessable, "message_damaged", "Está dañado.")
			}
			return mailed("")
		},
		"queue fails": func(h *house) document.Upload {
			h.unpacks("", pdf, pdf)
			h.queue.err = errors.New("no queue")
			return mailed("")
		},
		"breaks off": func(h *house) document.Upload {
			h.unpacks("", pdf)
			u := mailed("")
			u.Content = io.MultiReader(u.Content, failing{})
			return u
		},
	} {
		t.Run(rule, func(t *testing.T) {
			h := newHouse(t, nil)
			u := spoil(h)
			if _, err := h.service.Deliver(t.Context(), clerk, u); err == nil {
				t.Error("no error")
			}
			list, err := h.service.ListDeliveries(t.Context(), clerk, document.DeliveryFilter{}, document.PageRequest{Number: 1, Size: 20})
			if err != nil || list.Total != 0 {
				t.Errorf("%d deliveries, %v", list.Total, err)
			}
			// What a commit may have written all the same is left to the sweeper.
			if n := h.originals(t); n != 0 && rule != "queue fails" {
				t.Errorf("%d originals", n)
			}
		})
	}
}

// What a message brings counts before it is stored: an archive never makes the queue longer than it may be, unless nothing waits.
func TestQueueHoldsWhatAMessageBrings(t *testing.T) {
	pdf := document.Part{Name: "a.pdf", Content: []byte("%PDF-1.7")}
	h := newHouse(t, &intake.Options{QueueLimit: 3})
	h.submit(t, "%PDF-1.7 first")
	h.unpacks("", pdf, pdf, pdf)
	before := h.originals(t)
	_, err := h.service.Deliver(t.Context(), clerk, mailed(""))
	if f, _ := fault.As(err); f == nil || f.Code != "queue_full" {
		t.Fatalf("taken in: %v", err)
	}
	if n := h.originals(t); n != before || len(h.queue.queued) != 1 {
		t.Errorf("%d originals stay, queued %v", n-before, h.queue.queued)
	}
	h.work(t, h.task(t, h.queue.queued[0]))
	h.unpacks("", pdf, pdf, pdf, pdf)
	if d := h.deliver(t, ""); len(d.Parts) < 4 || len(h.queue.queued) != 5 {
		t.Errorf("%+v, queued %v", d, h.queue.queued)
	}
}

// A sender who left does not wait until another message is unpacked.
func TestWaitingToUnpackEndsWithTheRequest(t *testing.T) {
	h := newHouse(t, nil)
	begun, end := make(chan struct{}), make(chan struct{})
	h.unpack = func(io.ReaderAt, int64, document.FileKind) (document.Unpacked, error) {
		close(begun)
		<-end
		return document.Unpacked{Message: &document.Message{ID: "m1"}}, nil
	}
	first := make(chan error)
	go func() {
		_, err := h.service.Deliver(t.Context(), clerk, mailed("uno"))
		first <- err
	}()
	<-begun
	ctx, leave := context.WithCancel(t.Context())
	u := mailed("dos")
	u.Content = io.MultiReader(u.Content, leaving(leave))
	if _, err := h.service.Deliver(ctx, clerk, u); !errors.Is(err, context.Canceled) {
		t.Errorf("the second: %v", err)
	}
	close(end)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

// leaving ends a request when its body was read.
type leaving func()

func (l leaving) Read([]byte) (int, error) { l(); return 0, io.EOF }

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("cut off") }

func TestRadicadosAndLinksOfMessages(t *testing.T) {
	for line, want := range map[string]string{
		"NOTIFICA FALLO RAD 682554089002 2026 00057 00 vs ALCALDÍA": "68255408900220260005700",
		"520014003002-2026-00123-00":                                "52001400300220260012300",
		"fallo 11001-40-03-027-2026-00418-00, tel. 320 5550101":     "11001400302720260041800",
		"tutela 2026-00123 juzgado 2":                               "",
		"Generación de Tutela en línea No 3418207":                  "",
		"cuenta 12345678901234567890123456 y recibo":                "",
	} {
		if got := document.RadicadoIn(line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	for body, want := range map[string]string{
		"Descargue los anexos en https://tutelas.example/ver?r=1.":       "https://tutelas.example/ver?r=1",
		"Van en https://1drv.ms/f/s!x y en (https://drive.google.com/a)": "https://1drv.ms/f/s!x https://drive.google.com/a",
		"Obtener Outlook para Android<https://aka.example/AAb9ysg>":      "",
		"Unirse a la reunión: https://teams.microsoft.com/l/meetup":      "",
		"Visítenos en https://www.personeria.example":                    "",
	} {
		if got := strings.Join(document.PaperLinks(body), " "); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
