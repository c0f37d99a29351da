package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/document"
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
func (c *Client) Duplicates(ctx context.Context, id string) (intakeapi.Candidates, error) {
	return data[intakeapi.Candidates](ctx, c, request{
		method: http.MethodPost, path: "documents/" + url.PathEscape(id) + "/duplicates",
	})
}

// Compare returns two documents side by side.
func (c *Client) Compare(ctx context.Context, id, other string) (intakeapi.Comparison, error) {
	return data[intakeapi.Comparison](ctx, c, request{path: "documents/" + url.PathEscape(id) + "/compare/" + url.PathEscape(other)})
}

// Export returns the register of some days, which the caller closes, and how many documents
// it has.
func (c *Client) Export(ctx context.Context, r document.ExportRequest) (io.ReadCloser, int, error) {
	query := url.Values{}
	if r.CSV {
		query.Set("format", "csv")
	}
	for name, day := range map[string]document.Day{"date_from": r.Filter.From, "date_to": r.Filter.To} {
		if day != 0 {
			query.Set(name, day.String())
		}
	}
	res, err := c.do(ctx, request{path: "export/excel", query: query})
	if err != nil {
		return nil, 0, err
	}
	total, err := strconv.Atoi(res.Header.Get(rest.TotalHeader))
	if err != nil {
		return nil, 0, errors.Join(badAnswer(res, err), res.Body.Close())
	}
	return res.Body, total, nil
}

// data decodes what an answer envelops.
func data[T any](ctx context.Context, c *Client, r request) (T, error) {
	body, err := decode[struct {
		Data T `json:"data"`
	}](c.do(ctx, r))
	return body.Data, err
}
