package remote

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Search finds documents by what they say. It sends no filter.
func (c *Client) Search(ctx context.Context, wanted document.Search) (intakeapi.Found, error) {
	return data[intakeapi.Found](ctx, c, request{path: "documents/search", query: url.Values{
		"q": {wanted.Text}, "sort_by": {string(wanted.Order)}, "page": {strconv.Itoa(wanted.Page.Number)}, "page_size": {strconv.Itoa(wanted.Page.Size)},
	}})
}

// Document returns a document.
func (c *Client) Document(ctx context.Context, id string) (intakeapi.Detail, error) {
	return data[intakeapi.Detail](ctx, c, request{path: "documents/" + url.PathEscape(id)})
}

// Duplicates returns what is related to a document.
func (c *Client) Duplicates(ctx context.Context, id string) (intakeapi.Candidates[intakeapi.DetailedCandidate], error) {
	return data[intakeapi.Candidates[intakeapi.DetailedCandidate]](ctx, c, request{
		method: http.MethodPost, path: "documents/" + url.PathEscape(id) + "/duplicates",
	})
}

// Compare returns two documents side by side.
func (c *Client) Compare(ctx context.Context, id, other string) (intakeapi.Comparison, error) {
	return data[intakeapi.Comparison](ctx, c, request{path: "documents/" + url.PathEscape(id) + "/compare/" + url.PathEscape(other)})
}

// Export returns the workbook of the documents of some days, which the caller closes, and
// how many they were just before.
func (c *Client) Export(ctx context.Context, r document.ExportRequest) (io.ReadCloser, int, error) {
	if r.CSV {
		return nil, 0, fault.New(fault.Invalid, "no_csv", "Por la red el registro se guarda como libro de Excel: use un nombre que termine en .xlsx.")
	}
	query := url.Values{"per_page": {"1"}}
	for name, day := range map[string]document.Day{"date_from": r.Filter.From, "date_to": r.Filter.To} {
		if day != 0 {
			query.Set(name, day.String())
		}
	}
	list, err := decode[struct{ Meta intakeapi.Meta }](c.do(ctx, request{path: "documents", query: query}))
	if err != nil {
		return nil, 0, err
	}
	query.Del("per_page")
	res, err := c.do(ctx, request{path: "export/excel", query: query})
	if err != nil {
		return nil, 0, err
	}
	return res.Body, list.Meta.Total, nil
}

// data decodes what an answer envelops.
func data[T any](ctx context.Context, c *Client, r request) (T, error) {
	body, err := decode[struct {
		Data T `json:"data"`
	}](c.do(ctx, r))
	return body.Data, err
}
