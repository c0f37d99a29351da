package intakeapi

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sheet"
)

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

type exportInput struct {
	FileName string `query:"filename" default:"indice_documentos" maxLength:"1000" doc:"Sin extensión; se reduce a un nombre seguro"`
	DateFrom string `query:"date_from" doc:"Primer día de creación, en Colombia: AAAA-MM-DD" example:"2026-03-04"`
	DateTo   string `query:"date_to" doc:"Último día de creación, incluido: AAAA-MM-DD" example:"2026-03-31"`
}

func (h *handlers) export(ctx context.Context, in *exportInput) (*rest.File, error) {
	var f document.Filter
	var err error
	if f.From, err = dayOf("query.date_from", in.DateFrom); err != nil {
		return nil, err
	}
	if f.To, err = dayOf("query.date_to", in.DateTo); err != nil {
		return nil, err
	}
	made, err := h.Spreadsheets.Export(ctx, rest.Actor(ctx), document.ExportRequest{Filter: f, OriginalURL: func(id string) string {
		return rest.BaseURL(ctx) + h.api.Path("documents", id, "original")
	}})
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: sheet.FileName(in.FileName), Type: xlsxType, Size: made.Size, Content: made.Content}, nil
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

type importInput struct {
	Update string `query:"update_existing" default:"false" doc:"Como en el formulario, que va primero"`
	Strict string `query:"strict" default:"false" doc:"Como en el formulario, que va primero"`
	rest.Stream
	rest.Once
}

// Imported tells what came of a spreadsheet. Every row that is not blank is
// counted in total_rows and in one of the others.
type Imported struct {
	TotalRows int        `json:"total_rows"`
	Imported  int        `json:"imported" doc:"Documentos nuevos"`
	Updated   int        `json:"updated" doc:"Documentos conocidos que ahora dicen lo que sus filas"`
	Skipped   int        `json:"skipped" doc:"Documentos conocidos que quedaron como estaban"`
	Failed    int        `json:"failed" doc:"Filas que no se pudieron usar"`
	Errors    []RowError `json:"errors" nullable:"false" doc:"De las filas que fallaron, los primeros 1000"`
	Notes     []RowError `json:"notes" nullable:"false" doc:"Avisos sobre filas que sí se usaron, los primeros 1000: un radicado corto se toma como está"`

	IgnoredColumns []string `json:"ignored_columns" nullable:"false" doc:"Encabezados que no se entienden: nada de esas columnas se importó"`
	IgnoredSheets  []int    `json:"ignored_sheets" nullable:"false" doc:"Hojas con encabezados que no se leyeron, desde 1: solo se lee la primera"`
}

// RowError is what is wrong with a cell.
type RowError struct {
	Row     int    `json:"row" doc:"Como la muestra Excel"`
	Column  string `json:"column" example:"demandante"`
	Message string `json:"message"`
	Value   string `json:"value" doc:"Lo que hay ahí, acortado"`
}

func (h *handlers) importBook(ctx context.Context, in *importInput) (*enveloped[Imported], error) {
	upload, err := in.Open("file", h.MaxUploadBytes)
	if err != nil {
		return nil, err
	}
	r, err := h.Spreadsheets.Import(ctx, rest.Actor(ctx), sheet.Import{
		FileName: upload.FileName, Content: upload, Key: in.Key,
		Update: func() (bool, error) {
			if value := upload.Field("update_existing"); value != "" {
				return boolOf("body.update_existing", value)
			}
			return boolOf("query.update_existing", in.Update)
		},
		Strict: func() (bool, error) {
			if value := upload.Field("strict"); value != "" {
				return boolOf("body.strict", value)
			}
			return boolOf("query.strict", in.Strict)
		},
	})
	if err != nil {
		return nil, err
	}
	return envelope(Imported{TotalRows: r.Rows, Imported: r.Imported, Updated: r.Updated, Skipped: r.Skipped, Failed: r.Failed,
		Errors: each(r.Errors, rowError), Notes: each(r.Notes, rowError),
		IgnoredColumns: append([]string{}, r.IgnoredColumns...), IgnoredSheets: append([]int{}, r.IgnoredSheets...)}), nil
}

func rowError(e sheet.RowError) RowError {
	return RowError{Row: e.Row, Column: e.Column, Message: e.Message, Value: e.Value}
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
