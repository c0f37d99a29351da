package intakeapi

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

const (
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	csvType  = "text/csv"
)

type exportInput struct {
	Format   string `query:"format" enum:"xlsx,csv" default:"xlsx" doc:"Libro de Excel, o valores separados por comas en UTF-8"`
	FileName string `query:"filename" default:"indice_documentos" maxLength:"1000" doc:"Sin extensión; se reduce a un nombre seguro"`
	DateFrom string `query:"date_from" doc:"Primer día de creación, en Colombia: AAAA-MM-DD" example:"2026-03-04"`
	DateTo   string `query:"date_to" doc:"Último día de creación, incluido: AAAA-MM-DD" example:"2026-03-31"`

	Status       string `query:"status" enum:"processed,manual_entry,imported,validated"`
	DocumentType string `query:"document_type" doc:"Como en los documentos"`
	NeedsReview  string `query:"needs_review" enum:"true,false" doc:"Como en la lista de documentos"`
	Duplicates   string `query:"duplicates" enum:"open,confirmed,none" doc:"Como en la lista de documentos"`
	Due          string `query:"due" enum:"any,overdue,today,week" doc:"Como en la lista de documentos"`
	DueBefore    string `query:"due_before" format:"date" doc:"Como en la lista de documentos"`
	Q            string `query:"q" doc:"Lo que dicen los documentos, como en /documents/search"`
}

func (h *handlers) export(ctx context.Context, in *exportInput) (*rest.File, error) {
	chosen := DocumentsFilter{Status: in.Status, DocumentType: in.DocumentType, DateFrom: in.DateFrom, DateTo: in.DateTo,
		NeedsReview: in.NeedsReview, Duplicates: in.Duplicates, Due: in.Due, DueBefore: in.DueBefore}
	f, err := chosen.filter("query")
	f.Query = in.Q
	if err != nil {
		return nil, err
	}
	extension, kind := spreadsheet.WorkbookExtension, xlsxType
	isCSV := in.Format == "csv"
	if isCSV {
		extension, kind = spreadsheet.CSVExtension, csvType
	}
	made, err := h.Spreadsheets.Export(ctx, rest.Actor(ctx), document.ExportRequest{Filter: f, CSV: isCSV, OriginalURL: func(id string) string {
		return rest.BaseURL(ctx) + h.api.Path("documents", id, "original")
	}, Step: func() error { return rest.Step(ctx) }, Space: func(bytes int64) error { return rest.TakeSpace(ctx, bytes) }})
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: spreadsheet.FileName(in.FileName, extension), Type: kind, Size: made.Size, Content: made.Content, Total: made.Documents}, nil
}

var updateSchema = &huma.Schema{
	Type:        huma.TypeBoolean,
	Description: "Si los documentos que ya existen deben decir lo que dicen sus filas",
	Default:     false,
}

var strictSchema = &huma.Schema{
	Type:        huma.TypeBoolean,
	Description: "Si se rechaza, sin importar nada, un libro con columnas que no se entienden",
	Default:     false,
}

var dryRunSchema = &huma.Schema{
	Type:        huma.TypeBoolean,
	Description: "Si solo se dice qué pasaría, sin registrar nada. Si faltan encabezados, se describen las columnas para asignarlas",
	Default:     false,
}

var mappingSchema = &huma.Schema{
	Type:        huma.TypeString,
	Description: "Qué es cada columna, en JSON: la hoja y la fila de los encabezados, desde 1 (fila 0: donde se encuentren), y por letra el nombre de la columna del registro; vacío: no se importa",
	Examples:    []any{`{"sheet":1,"row":3,"columns":{"B":"demandante","C":""}}`},
}

type importInput struct {
	DryRun string `query:"dry_run" default:"false" doc:"Como en el formulario, que va primero"`
	Update string `query:"update_existing" default:"false" doc:"Como en el formulario, que va primero"`
	Strict string `query:"strict" default:"false" doc:"Como en el formulario, que va primero"`
	rest.Stream
	rest.Once
}

// Imported reports what came of a spreadsheet. Every row that is not blank is
// counted in total_rows and in one of the others.
type Imported struct {
	TotalRows int        `json:"total_rows"`
	Imported  int        `json:"imported" doc:"Documentos nuevos"`
	Updated   int        `json:"updated" doc:"Documentos conocidos que ahora dicen lo que sus filas"`
	Skipped   int        `json:"skipped" doc:"Documentos conocidos que quedaron como estaban"`
	Failed    int        `json:"failed" doc:"Filas que no se pudieron usar"`
	Errors    []RowError `json:"errors" nullable:"false" doc:"De las filas que fallaron, los primeros 1000"`
	Notes     []RowError `json:"notes" nullable:"false" doc:"Avisos sobre filas que sí se usaron, los primeros 1000: un radicado corto se toma como está"`

	IgnoredColumns []string     `json:"ignored_columns" nullable:"false" doc:"Encabezados que no se entienden: nada de esas columnas se importó"`
	Sheets         []TakenSheet `json:"sheets" nullable:"false" doc:"Hojas que se leyeron"`
	IgnoredSheets  []string     `json:"ignored_sheets" nullable:"false" doc:"Hojas con filas que no se leyeron: las ocultas y las que no tienen los encabezados necesarios"`

	DryRun       bool          `json:"dry_run" doc:"Nada se registró"`
	Sheet        int           `json:"sheet" doc:"Primera hoja que se leyó, desde 1"`
	HeaderRow    int           `json:"header_row" doc:"Fila de los encabezados, como la muestra Excel"`
	SheetColumns []SheetColumn `json:"sheet_columns" nullable:"false" doc:"Cómo se entendió cada columna, las primeras 200"`
	Problem      string        `json:"problem" doc:"Por qué no se puede leer ninguna fila con esas columnas; vacío si se puede"`
	KnownColumns []KnownColumn `json:"known_columns" nullable:"false" doc:"Lo que una columna puede ser"`
}

// TakenSheet is a sheet whose rows were read.
type TakenSheet struct {
	Name string `json:"name" example:"DESACATOS"`
	Rows int    `json:"rows" doc:"Debajo de los encabezados"`
	Type string `json:"document_type" doc:"Lo que el nombre de la hoja dice que son sus filas; vacío si lo dice una columna, o nada"`
}

// SheetColumn is a column of a sheet and what it is taken for.
type SheetColumn struct {
	Column  string   `json:"column" example:"B"`
	Header  string   `json:"header"`
	Name    string   `json:"name" doc:"Columna del registro; vacío: no se importa"`
	Samples []string `json:"samples" nullable:"false" doc:"Los primeros valores"`
}

// KnownColumn is a column of the register.
type KnownColumn struct {
	Name  string `json:"name" example:"demandante"`
	Label string `json:"label" example:"Demandante"`
}

// RowError is an error in a cell.
type RowError struct {
	Sheet   string `json:"sheet" doc:"Nombre de la hoja"`
	Row     int    `json:"row" doc:"Como la muestra Excel"`
	Column  string `json:"column" example:"demandante"`
	Header  string `json:"header" doc:"El encabezado de esa columna en la hoja; vacío si no la tiene"`
	Message string `json:"message"`
	Value   string `json:"value" doc:"Lo que hay ahí, acortado"`
}

func (h *handlers) importBook(ctx context.Context, in *importInput) (*enveloped[Imported], error) {
	upload, err := in.Open("file", h.MaxUploadBytes)
	if err != nil {
		return nil, err
	}
	var opts spreadsheet.ImportOptions
	r, err := h.Spreadsheets.Import(ctx, rest.Actor(ctx), spreadsheet.Import{
		FileName: upload.FileName, Content: upload, MaxBytes: h.MaxUploadBytes, Key: in.Key,
		Options: func() (spreadsheet.ImportOptions, error) {
			if opts, err = in.options(upload); err != nil {
				return opts, err
			}
			return opts, rest.AwaitTurn(ctx) // the whole form is there
		},
		Step: func() error { return rest.Step(ctx) },
	})
	if err != nil {
		return nil, err
	}
	return envelope(Imported{DryRun: opts.DryRun, Sheet: r.Layout.Sheet, HeaderRow: r.Layout.Row, Problem: r.Layout.Problem,
		SheetColumns: each(r.Layout.Columns, func(c spreadsheet.SheetColumn) SheetColumn {
			return SheetColumn{Column: c.Letter, Header: c.Header, Name: c.Name, Samples: append([]string{}, c.Samples...)}
		}),
		KnownColumns: each(spreadsheet.MappableColumns(), func(c spreadsheet.Column) KnownColumn { return KnownColumn{c.Name, c.Label} }),
		TotalRows:    r.Rows, Imported: r.Imported, Updated: r.Updated, Skipped: r.Skipped, Failed: r.Failed,
		Errors: each(r.Errors, RowErrorOf), Notes: each(r.Notes, RowErrorOf),
		IgnoredColumns: append([]string{}, r.IgnoredColumns...), IgnoredSheets: spreadsheet.Names(r.IgnoredSheets),
		Sheets: each(r.Sheets, func(s spreadsheet.TakenSheet) TakenSheet { return TakenSheet{s.Name, s.Rows, string(s.Type)} })}), nil
}

// options reads how the workbook is taken in: of each the form says, and else the query.
func (in *importInput) options(form *rest.Upload) (opts spreadsheet.ImportOptions, err error) {
	for _, o := range []struct {
		name, query string
		value       *bool
	}{{"update_existing", in.Update, &opts.Update}, {"strict", in.Strict, &opts.Strict}, {"dry_run", in.DryRun, &opts.DryRun}} {
		if said := form.Field(o.name); said != "" {
			*o.value, err = boolOf("body."+o.name, said)
		} else {
			*o.value, err = boolOf("query."+o.name, o.query)
		}
		if err != nil {
			return opts, err
		}
	}
	opts.Mapping, err = spreadsheet.ParseMapping(form.Field("mapping"))
	return opts, at("body.mapping", err)
}

// ImportProgress is how far an import is.
type ImportProgress struct {
	Rows int `json:"rows" doc:"Filas que ya se trataron"`
}

type importProgressInput struct {
	Key string `path:"key" maxLength:"255" doc:"La Idempotency-Key de la importación"`
}

func (h *handlers) importProgress(ctx context.Context, in *importProgressInput) (*enveloped[ImportProgress], error) {
	rows, err := h.Spreadsheets.ImportProgress(ctx, rest.Actor(ctx), in.Key)
	if err != nil {
		return nil, err
	}
	return envelope(ImportProgress{rows}), nil
}

// RowErrorOf is e as the interface writes it.
func RowErrorOf(e spreadsheet.RowError) RowError {
	return RowError{Sheet: e.Sheet, Row: e.Row, Column: e.Column, Header: e.Header, Message: e.Message, Value: e.Value}
}

// boolOf reads a value as browsers and programs send it; none is false.
func boolOf(location, value string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "false", "0", "off", "no":
		return false, nil
	case "true", "1", "on", "yes":
		return true, nil
	}
	return false, at(location, fault.New(fault.Unprocessable, "invalid_boolean", "Debe ser true o false."))
}
