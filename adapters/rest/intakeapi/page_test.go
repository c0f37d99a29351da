package intakeapi_test

import (
	"context"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestPage(t *testing.T) {
	path := "/documents/" + knownDocument + "/pages/"
	build(t, nil).Run(t, under(path, []apitest.Row{
		{Name: "drawn", Path: "1", Token: goodToken, Status: 200, WantHeader: map[string]string{"Content-Type": "image/png", "Content-Length": "10",
			"ETag": `"abc-1-120"`, "Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
			NoHeader: []string{"Content-Disposition"}},
		{Name: "at another resolution", Path: "1?dpi=200", Token: goodToken, Status: 200, WantHeader: map[string]string{"ETag": `"abc-1-200"`}},
		{Name: "HEAD", Method: "HEAD", Path: "1", Token: goodToken, Status: 200, WantHeader: map[string]string{"Content-Length": "10"}},
		{Name: "a part", Path: "1", Token: goodToken, Header: map[string]string{"Range": "bytes=2-4"}, Status: 206, WantHeader: map[string]string{"Content-Range": "bytes 2-4/10"}},
		{Name: "too many are waiting", Path: "2", Token: goodToken, Status: 503, JSON: `{"code":"reader_busy"}`,
			WantHeader: map[string]string{"Retry-After": "2", "Cache-Control": "no-store"}, NoHeader: []string{"ETag"}},
		{Name: "a page behind the last", Path: "3", Token: goodToken, Status: 404, JSON: `{"code":"page_not_found","detail":"El documento no tiene la página 3; tiene 2."}`},
		{Name: "page 0", Path: "0", Token: goodToken, Status: 422, JSON: `{"errors":[{"location":"path.number"}]}`},
		{Name: "no page", Path: "uno", Token: goodToken, Status: 422},
		{Name: "a page beyond all numbers", Path: "99999999999999999999", Token: goodToken, Status: 422},
		{Name: "too fine", Path: "1?dpi=201", Token: goodToken, Status: 422, JSON: `{"errors":[{"location":"query.dpi","message":"Debe ser menor o igual que 200."}]}`},
		{Name: "too coarse", Path: "1?dpi=35", Token: goodToken, Status: 422},
		{Name: "without a token", Path: "1", Status: 401},
	}))
	build(t, nil).Do(t, apitest.Row{Path: prefix + "/documents/" + unknown + "/pages/1", Token: goodToken, Status: 404, JSON: `{"code":"document_not_found"}`})
}

func TestAPageThatIsKnownIsNotDrawnAgain(t *testing.T) {
	h := build(t, nil)
	h.originals.PageFunc = func(context.Context, account.Actor, string, document.Drawing) (document.Picture, error) {
		return document.Picture{Tag: "abc", Draw: func(context.Context) ([]byte, error) {
			t.Error("it was drawn")
			return nil, nil
		}}, nil
	}
	h.Do(t, apitest.Row{Path: prefix + "/documents/" + knownDocument + "/pages/1", Token: goodToken, Header: map[string]string{"If-None-Match": `W/"abc"`}, Status: 304,
		WantHeader: map[string]string{"ETag": `"abc"`, "Cache-Control": "private, max-age=3600"}})
}

func TestWordsOfAPage(t *testing.T) {
	h := build(t, nil)
	at := prefix + "/documents/" + knownDocument + "/pages/"
	h.Run(t, []apitest.Row{
		{Name: "each with its place", Path: at + "1/words", Token: goodToken, Status: 200, JSON: `{"data":{"available":true,"width":612,"height":792,"turn":0,
			"words":[{"text":"Señor","confidence":0.5,"start":3,"end":8,"box":{"x0":1.5,"y0":2,"x1":30,"y1":12}}]}}`},
		{Name: "that were not kept", Path: at + "2/words", Token: goodToken, Status: 200, JSON: `{"data":{"available":false,"words":[]}}`},
		{Name: "of a page behind the last", Path: at + "3/words", Token: goodToken, Status: 404, JSON: `{"code":"page_not_found"}`},
		{Name: "of no document", Path: prefix + "/documents/" + unknown + "/pages/1/words", Token: goodToken, Status: 404, JSON: `{"code":"document_not_found"}`},
		{Name: "without a token", Path: at + "1/words", Status: 401},
	})
}

func TestPageInColourIsAJPEG(t *testing.T) {
	h := build(t, nil)
	at := prefix + "/documents/" + knownDocument + "/pages/1"
	h.Run(t, []apitest.Row{
		{Name: "in colour", Path: at + "?color=true", Token: goodToken, Status: 200, WantHeader: map[string]string{"Content-Type": "image/jpeg"}},
		{Name: "in gray", Path: at + "?color=false", Token: goodToken, Status: 200, WantHeader: map[string]string{"Content-Type": "image/png"}},
		{Name: "in what", Path: at + "?color=azul", Token: goodToken, Status: 422},
	})
	if calls := h.originals.PageCalls(); !calls[0].D.Colour || calls[1].D.Colour {
		t.Errorf("asked for %+v", calls)
	}
}
