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
	FileName string `query:"filename" default:"indice_documentos" maxLength:"1000" doc:"Without extension; reduced to a safe name"`
	DateFrom string `query:"date_from" doc:"First day of creation, in Colombia: YYYY-MM-DD" example:"2026-03-04"`
	DateTo   string `query:"date_to" doc:"Last day of creation, included: YYYY-MM-DD" example:"2026-03-31"`
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
	made, err := h.Spreadsheets.Export(ctx, rest.Actor(ctx), f)
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

type importInput struct {
	rest.Stream
	rest.Once
}

// Imported tells what came of a spreadsheet. Every row that is not blank is
// counted in total_rows and in one of the others.
type Imported struct {
	TotalRows int        `json:"total_rows"`
	Imported  int        `json:"imported" doc:"New documents"`
	Updated   int        `json:"updated" doc:"Known documents that say now what their rows do"`
	Skipped   int        `json:"skipped" doc:"Known documents, left as they were"`
	Failed    int        `json:"failed" doc:"Rows that could not be used"`
	Errors    []RowError `json:"errors" nullable:"false" doc:"Of failed rows, the first 1000"`
}

// RowError is what is wrong with a cell.
type RowError struct {
	Row     int    `json:"row" doc:"As Excel shows it"`
	Column  string `json:"column" example:"demandante"`
	Message string `json:"message"`
	Value   string `json:"value" doc:"What stands there, shortened"`
}

func (h *handlers) importBook(ctx context.Context, in *importInput) (*enveloped[Imported], error) {
	upload, err := in.Open("file", h.MaxUploadBytes)
	if err != nil {
		return nil, err
	}
	r, err := h.Spreadsheets.Import(ctx, rest.Actor(ctx), sheet.Import{
		FileName: upload.FileName, Content: upload, Key: in.Key,
		Update: func() (bool, error) { return boolOf("update_existing", upload.Field("update_existing")) },
	})
	if err != nil {
		return nil, err
	}
	return envelope(Imported{TotalRows: r.Rows, Imported: r.Imported, Updated: r.Updated, Skipped: r.Skipped, Failed: r.Failed,
		Errors: each(r.Errors, func(e sheet.RowError) RowError {
			return RowError{Row: e.Row, Column: e.Column, Message: e.Message, Value: e.Value}
		})}), nil
}

// boolOf reads a field of a form as browsers and programs send it; none is
// false.
func boolOf(name, value string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "false", "0", "off", "no":
		return false, nil
	case "true", "1", "on", "yes":
		return true, nil
	}
	return false, at("body."+name, fault.New(fault.Unprocessable, "invalid_boolean", "Debe ser true o false."))
}
