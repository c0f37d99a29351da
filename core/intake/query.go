package intake

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/terms"
	"github.com/cotejo/cotejo/ports"
)

// maxVerifyLength bounds a text to verify, in code points.
const maxVerifyLength = 1_000_000

// Task implements ports.Intake.
func (s *Service) Task(ctx context.Context, _ account.Actor, id string) (document.Task, error) {
	t, err := s.Tasks.Get(ctx, id)
	if err != nil {
		return document.Task{}, err
	}
	if t.Status.Ended() && !t.ExpiresAt.After(s.Now()) {
		return document.Task{}, fault.New(fault.NotFound, "task_not_found",
			"La tarea ya venció; busque el documento en la lista.")
	}
	return t, nil
}

// List implements ports.Intake.
func (s *Service) List(ctx context.Context, _ account.Actor, f document.Filter, page document.PageRequest) (document.Listing, error) {
	if err := f.Validate(); err != nil {
		return document.Listing{}, err
	}
	if f.Type != "" {
		if _, err := parseType(string(f.Type), "query.document_type", s.opts.ExtraTypes); err != nil {
			return document.Listing{}, err
		}
	}
	return s.Documents.List(ctx, f.At(document.DayOf(s.Now())), page)
}

// Term implements ports.Intake.
func (s *Service) Term(d *document.Document) terms.Term {
	return s.opts.Terms.Term(d, document.DayOf(s.Now()))
}

// DaysLeft implements ports.Intake.
func (s *Service) DaysLeft(due document.Day) int {
	return s.opts.Terms.Left(due, document.DayOf(s.Now()))
}

// Document implements ports.Intake.
func (s *Service) Document(ctx context.Context, _ account.Actor, id string) (document.Document, error) {
	return s.Documents.Get(ctx, id)
}

// Duplicates implements ports.Intake. It reads everything in one snapshot.
func (s *Service) Duplicates(ctx context.Context, _ account.Actor, id string) (document.Related, error) {
	return inView(ctx, s.View, func(ctx context.Context) (document.Related, error) { return s.Comparer.relatedTo(ctx, id) })
}

// Verify implements ports.Intake.
func (s *Service) Verify(ctx context.Context, _ account.Actor, text string, t document.Type) (document.Related, error) {
	if _, err := parseType(string(t), "body.document_type", s.opts.ExtraTypes); err != nil {
		return document.Related{}, err
	}
	if utf8.RuneCountInString(text) > maxVerifyLength {
		return document.Related{}, fault.New(fault.TooLarge, "text_too_long", "El texto supera 1.000.000 de caracteres; verifique una parte más corta.")
	}
	if text = sanitize.Text(text); strings.TrimFunc(text, invisible) == "" {
		return document.Related{}, fault.New(fault.Unprocessable, "empty_text", "El texto está vacío; pegue el texto del escrito que quiere verificar.")
	}
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return document.Related{}, err
	}
	extractor, err := s.Extraction.current(ctx)
	if err != nil {
		return document.Related{}, err
	}
	d := document.Document{Type: t, Text: text}
	extracted, err := extractor.ExtractContext(ctx, text)
	if err != nil {
		return document.Related{}, err
	}
	fill(&d, extracted)
	prints, err := fingerprints(ctx, detector, &d)
	if err != nil {
		return document.Related{}, err
	}
	return inView(ctx, s.View, func(ctx context.Context) (document.Related, error) {
		related, err := s.Comparer.related(ctx, detector, prints, nil)
		related.Bound()
		return related, err
	})
}

// invisible reports whether a character leaves no mark on paper.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// healthPatience bounds how long Health waits for the database and the blob store, because its
// callers need an answer at once.
const healthPatience = 3 * time.Second

// Health implements ports.Intake.
func (s *Service) Health(ctx context.Context) document.Health {
	component := func(name, failure string, err error) document.Component {
		if err == nil {
			return document.Component{Name: name, Status: document.ComponentOK}
		}
		s.Logger.WarnContext(ctx, "component fails", "component", name, "error", err)
		return document.Component{Name: name, Status: document.ComponentError, Detail: failure}
	}
	asking, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	ping := s.Database.Ping(asking)
	_, compare := s.Comparer.current(asking)
	extractor, extract := s.Extraction.current(asking)
	queue := s.queue(asking, component)
	if extract == nil { // after what asks the database: loading the models may take longer than its patience
		extract = nerWorks(ctx, extractor)
	}
	failure := "La base de datos no responde."
	if f, ok := fault.As(ping); ok {
		failure = f.Message
	}
	database := component("database", failure, ping)
	if ping == nil {
		database.Detail = s.Storage
	}
	database.Blocks = true
	disk := component("disk", "Queda muy poco espacio en disco; no se reciben archivos.", s.Gate.diskSpace(ctx))
	disk.Blocks = true
	components := []document.Component{
		database,
		s.reading(ctx, component),
		queue,
		component("ner", "La extracción no responde, o su configuración no se puede leer.", extract),
		component("dedup", "La configuración de comparación no se puede leer.", compare),
		disk,
	}
	if remote, ok := s.Blobs.(ports.RemoteBlobs); ok {
		ctx, cancel := context.WithTimeout(ctx, healthPatience)
		defer cancel()
		originals := component("originals", "El almacén de archivos originales no responde; no se reciben archivos.", remote.Ping(ctx))
		originals.Blocks = true
		components = append(components, originals)
	}
	if s.Local != nil {
		components = append(components, s.Local()...)
	}
	return document.Health{Components: components}
}

// stillTooLong is how long waiting tasks may make no progress before Health reports it: longer
// than the pause between attempts of the queue, and than the default timeout of a page.
const stillTooLong = 15 * time.Minute

// queue reports whether unfinished tasks make progress.
func (s *Service) queue(ctx context.Context, component func(name, failure string, err error) document.Component) document.Component {
	backlog, err := s.Tasks.Backlog(ctx)
	c := component("queue", "No se pudo contar a tiempo los documentos que esperan; consulte de nuevo en unos segundos.", err)
	c.Blocks = true
	if refusal := s.refusal(backlog, 1); err == nil && refusal != nil {
		c.Status, c.Detail = document.ComponentError, messageOf(refusal)
		return c
	}
	if still := backlog.Still(s.Now()); err == nil && still > stillTooLong {
		c.Status = document.ComponentDegraded
		c.Detail = fmt.Sprintf("Hay %d documentos sin terminar y desde hace %d minutos ninguno avanza. Revise que haya un servidor con el papel worker, y en su registro por qué no puede (“task put back”).",
			backlog.Tasks, int(still.Minutes()))
	}
	return c
}

// reading reports the state of the reader, if there is one.
func (s *Service) reading(ctx context.Context, component func(name, failure string, err error) document.Component) document.Component {
	const name = "ocr"
	if s.Reader == nil {
		return document.Component{Name: name, Status: document.ComponentDisabled, Detail: "Este servidor no lee los escritos que recibe; los leen los servidores con el papel worker."}
	}
	sandbox, err := s.Reader.Check(ctx)
	failure := "El lector de PDF no arranca; revise la instalación de Tesseract y sus idiomas spa y eng."
	if errors.Is(err, context.DeadlineExceeded) {
		failure = "El lector de PDF no contestó a tiempo; consulte de nuevo en unos segundos."
	}
	f, known := fault.As(err)
	missing := known && f.Code == ocrUnavailable
	if missing {
		failure = f.Message
	}
	c := sandboxed(component(name, failure, err), sandbox)
	c.Blocks = missing
	return c
}

// sandboxed adds to a working reader what a hostile file could reach from it.
func sandboxed(c document.Component, sandbox document.Sandbox) document.Component {
	if c.Status != document.ComponentOK {
		return c
	}
	switch {
	case !sandbox.Known:
		c.Detail = "Se lee; los lectores están ocupados y aún no han dicho cómo están aislados."
	case sandbox.Complete():
		c.Detail = "Los procesos que abren los PDF no tienen red ni ven otros archivos (seccomp, Landlock)."
	case sandbox.Calls && sandbox.Files:
		c.Detail = "Se lee, sin red ni otros archivos, pero los procesos que abren los PDF conservan permisos de root: ejecute el servicio como otro usuario."
	case sandbox.Calls:
		c.Detail = "Se lee, y los procesos que abren los PDF no tienen red (seccomp), pero podrían ver otros archivos: use Linux 5.13 o posterior con Landlock activado."
	case sandbox.Files:
		c.Detail = "Se lee, y los procesos que abren los PDF no ven otros archivos (Landlock), pero tienen red: use Linux con seccomp."
	default:
		c.Detail = "Se lee, pero este sistema no deja quitarles la red ni los archivos a los procesos que abren los PDF; use Linux con seccomp y Landlock."
	}
	return c
}

// nerWorks extracts from one sentence, which fails if the data of the ensemble is damaged.
func nerWorks(ctx context.Context, e ports.Extractor) error {
	r, err := e.ExtractContext(ctx, "ACCIONANTE: ANA LÓPEZ RUIZ")
	if err == nil && r.Value(ner.Plaintiff) == "" {
		return fault.New(fault.Internal, "ner_broken", "La extracción de entidades no responde.")
	}
	return err
}
