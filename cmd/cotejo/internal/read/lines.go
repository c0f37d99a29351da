package read

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/cotejo/cotejo/adapters/folder"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// processLine is the result of one file.
type processLine struct {
	File       string             `json:"file"`
	Status     processStatus      `json:"status"`
	TaskID     string             `json:"task_id,omitempty"`
	DocumentID string             `json:"document_id,omitempty"`
	Type       document.Type      `json:"document_type,omitempty"`
	Plaintiff  string             `json:"demandante"`
	Defendant  string             `json:"demandado"`
	Pages      int                `json:"pages"`
	Confidence float64            `json:"confidence"`
	Review     bool               `json:"needs_review"`
	PoorlyRead bool               `json:"poorly_read"`
	Doubts     []processDoubt     `json:"doubts"`
	Warnings   []string           `json:"warnings,omitempty"`
	Duplicates []processDuplicate `json:"duplicates"` // the most similar ones
	Total      int                `json:"duplicates_total"`
	NewClaims  []processDuplicate `json:"new_claims"`
	Mass       []processDuplicate `json:"mass"`
	SameCase   []processDuplicate `json:"same_case"`
	MovedTo    string             `json:"moved_to,omitempty"`
	Error      string             `json:"error,omitempty"`
	ErrorCode  string             `json:"error_code,omitempty"`
}

// processDoubt is a field that somebody should check in the original.
type processDoubt struct {
	Field       document.Field `json:"field"`
	Explanation string         `json:"explanation"`
}

func processDoubts(found []document.Doubt) []processDoubt {
	all := make([]processDoubt, len(found))
	for i, d := range found {
		all[i] = processDoubt{d.Field, d.Explanation()}
	}
	return all
}

type processDuplicate struct {
	DocumentID string         `json:"document_id"`
	FileName   string         `json:"file_name"`
	Similarity float64        `json:"similarity"`
	Reasons    []dedup.Reason `json:"reasons"`
}

func processDuplicates(found []document.Duplicate) []processDuplicate {
	all := make([]processDuplicate, len(found))
	for i, d := range found {
		all[i] = processDuplicate{d.DocumentID, d.FileName, cli.Rounded(d.Similarity), append([]dedup.Reason{}, d.Reasons...)}
	}
	return all
}

type processStatus string

const (
	statusProcessed processStatus = "processed"
	statusKnown     processStatus = "known"
	statusFailed    processStatus = "failed"
	statusWriting   processStatus = "writing"
	statusSkipped   processStatus = "skipped"
	statusEmpty     processStatus = "empty" // a message or an archive without a paper
	statusNew       processStatus = "new"   // of --dry-run
	statusRetry     processStatus = "retry" // of --dry-run
)

func (p *processing) line(f folder.File, status processStatus) processLine {
	return processLine{
		File:       filepath.Join(p.folder, f.Name),
		Status:     status,
		Type:       p.kind,
		Doubts:     []processDoubt{},
		Duplicates: []processDuplicate{},
		NewClaims:  []processDuplicate{},
		Mass:       []processDuplicate{},
		SameCase:   []processDuplicate{},
	}
}

func (l *processLine) fill(t document.Task) {
	l.TaskID, l.Type, l.Error, l.ErrorCode = t.ID, cmp.Or(t.Type, l.Type), withOption(t.ErrorCode, t.Error), t.ErrorCode
	if r := t.Result; r != nil {
		l.Type = cmp.Or(r.Type, l.Type)
		l.DocumentID, l.Plaintiff, l.Defendant, l.Pages, l.Confidence = r.DocumentID, r.Plaintiff, r.Defendant, r.Pages, cli.Rounded(r.OCRConfidence)
		l.Review, l.PoorlyRead, l.Doubts, l.Warnings = r.NeedsReview, r.PoorlyRead, processDoubts(r.Doubts), r.Warnings
		l.Duplicates, l.Total, l.NewClaims = processDuplicates(r.Duplicates), r.TotalDuplicates(), processDuplicates(r.NewClaims)
		l.Mass, l.SameCase = processDuplicates(r.Mass), processDuplicates(r.SameCase)
	}
}

func (l processLine) withError(err error) processLine {
	l.Error = cli.MessageOf(err)
	if f, ok := fault.As(err); ok {
		l.ErrorCode = f.Code
	}
	return l
}

// reading says in Spanish why a file could not be read from the folder.
func reading(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errVanished
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Forbidden, "file_forbidden", "No hay permiso para leer el archivo.")
	case errors.Is(err, folder.ErrChanged):
		return err
	}
	return fault.Wrap(err, fault.Unprocessable, "file_unreadable", "No se pudo leer el archivo del disco.")
}

// whatItIs says in Spanish why a file is not read that its name says is none.
func whatItIs(f folder.File) error {
	content, err := f.Open()
	if err != nil {
		return reading(err)
	}
	defer content.Close()
	head, err := io.ReadAll(io.LimitReader(content, document.HeadLength))
	if err != nil {
		return reading(err)
	}
	kind, err := document.KindOf(head, f.Name)
	if err == nil {
		err = fault.New(fault.Unprocessable, "wrong_name", "Su contenido es de otro tipo que su nombre: póngale un nombre que termine en "+kind.Extension()+".")
	}
	return err
}

// tally counts files by what became of them.
type tally struct {
	taken      int // into tasks
	processed  int
	duplicated int // of those processed
	poorlyRead int // of those processed
	doubtful   int // of those processed, that have fields to check
	known      int
	failed     int
	skipped    int // of no kind that is read
	empty      int // messages and archives without a paper
	stuck      int // could not be moved
}

// err returns what the command ends with.
func (t tally) err() error {
	switch {
	case t.failed > 0:
		return cli.ErrSomeFailed
	case t.poorlyRead+t.skipped > 0:
		return cli.ErrSomeUnread
	}
	return nil
}

// summary reports how it went and how to go on.
func (p *processing) summary(interrupted bool) {
	p.display.Close()
	if p.Quiet {
		return
	}
	t := p.tally
	parts := []string{cli.Pluralize(t.processed, "procesado", "procesados")}
	if t.known > 0 {
		parts[0] += " ahora"
	}
	if t.duplicated > 0 {
		parts[0] += fmt.Sprintf(" (%d con posibles duplicados)", t.duplicated)
	}
	if t.poorlyRead > 0 {
		parts = append(parts, p.Paint(cli.Yellow, fmt.Sprintf("%d por revisar: vea los avisos", t.poorlyRead)))
	}
	if t.known > 0 {
		parts = append(parts, cli.Pluralize(t.known, "ya se había tomado antes", "ya se habían tomado antes"))
	}
	if t.failed > 0 {
		parts = append(parts, cli.Pluralize(t.failed, "falló", "fallaron"))
	}
	if t.skipped > 0 {
		parts = append(parts, cli.Pluralize(t.skipped, "no se toma por su tipo", "no se toman por su tipo"))
	}
	if t.empty > 0 {
		parts = append(parts, fmt.Sprintf("%d sin escritos", t.empty))
	}
	if t.stuck > 0 {
		parts = append(parts, fmt.Sprintf("%d sin mover", t.stuck))
	}
	if interrupted && len(p.pending) > 0 {
		parts = append(parts, fmt.Sprintf("%d en cola", len(p.pending)))
	}
	if left := len(p.waiting) + len(p.settling); interrupted && left > 0 {
		parts = append(parts, fmt.Sprintf("%d sin tomar", left))
	}
	if t.doubtful > 0 {
		parts = append(parts, fmt.Sprintf("%d con datos por comprobar", t.doubtful))
	}
	p.Note("%s", strings.Join(parts, ", "))
	if interrupted && len(p.pending)+len(p.waiting)+len(p.settling) > 0 {
		p.Note("para seguir, repita la misma orden: nada se toma dos veces; lo que está en cola también lo lee cotejod")
	}
}

// noTask is the number of a file that was not taken in.
const noTask = -1

// finished describes a file that is done.
func (p *processing) finished(number int, l processLine, f folder.File, text string) {
	p.print(l, f, text)
	p.display.Finished(number)
}

func (p *processing) print(l processLine, f folder.File, text string) {
	p.display.Print(func(io.Writer) {
		if err := p.Result(l, cli.DisplayName(filepath.Join(p.folder, f.Name))+": "+text); err != nil {
			p.Note("%v", err)
		}
	})
}

// remark tells something once, until there is something else to tell.
func (p *processing) remark(text string) {
	if text != p.told {
		p.told = text
		p.display.Print(func(io.Writer) { p.Note("%s", text) })
	}
}

// described is what a person wants to know of a document, in a line.
func (p *processing) described(l processLine) string {
	var b strings.Builder
	if l.Status == statusKnown {
		b.WriteString("ya se había tomado; ")
	}
	fmt.Fprintf(&b, "documento %s", l.DocumentID)
	if l.Plaintiff != "" || l.Defendant != "" {
		fmt.Fprintf(&b, ", %s contra %s", orUnknown(l.Plaintiff), orUnknown(l.Defendant))
	}
	for _, d := range l.Duplicates {
		b.WriteString("\n  " + p.Paint(cli.Yellow, "posible duplicado de "+d.String()))
	}
	if more := l.Total - len(l.Duplicates); more > 0 {
		b.WriteString("\n  " + p.Paint(cli.Yellow, "y de "+cli.Pluralize(more, "documento más", "documentos más")))
	}
	for _, d := range l.NewClaims {
		b.WriteString("\n  las mismas partes, otra solicitud u otros hechos: " + d.String())
	}
	for _, d := range l.SameCase {
		b.WriteString("\n  otro escrito del mismo caso: " + d.String())
	}
	for _, d := range l.Mass {
		b.WriteString("\n  el mismo formato, de otra persona: " + d.String())
	}
	if len(l.Doubts) > 0 {
		fields := make([]string, len(l.Doubts))
		for i, d := range l.Doubts {
			fields[i] = fmt.Sprintf("%s (%s)", strings.ToLower(spreadsheet.LabelOf(string(d.Field))), d.Explanation)
		}
		b.WriteString("\n  por comprobar: " + strings.Join(fields, ", "))
	}
	for _, warning := range l.Warnings {
		b.WriteString("\n  " + p.Paint(cli.Yellow, "ATENCIÓN: "+warning))
	}
	return b.String()
}

// String names a document, and says how much it has in common and what.
func (d processDuplicate) String() string {
	s := fmt.Sprintf("%s (%.0f %%)", cli.DisplayName(d.FileName), 100*d.Similarity)
	if len(d.Reasons) > 0 {
		s += ": " + strings.Join(dedup.Texts(d.Reasons), "; ")
	}
	return s
}

func orUnknown(name string) string {
	if name == "" {
		return "(sin identificar)"
	}
	return cli.DisplayName(name)
}
