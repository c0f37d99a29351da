package console

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unsafe"
)

var built = fstest.MapFS{
	"index.html":         {Data: []byte(`<meta property="csp-nonce" nonce="COTEJO-NONCE"><script src="/consola/assets/a-1.js">`)},
	"assets/a-1.js":      {Data: []byte("console.log('hola')")},
	"assets/logo-1.png":  {Data: []byte{0x89, 'P', 'N', 'G'}},
	"icon.svg":           {Data: []byte("<svg/>")},
	"assets/nested/b.js": {Data: []byte("")},
}

func get(t *testing.T, c *Console, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAnswers(t *testing.T) {
	c := newConsole(About{Service: "intake", Version: "1.2.3", Prefix: "/api/v1"}, built)
	for _, test := range []struct {
		rule, path          string
		status              int
		kind, cache, starts string
	}{
		{"the start leads to the console", "/", 302, "", "no-cache", ""},
		{"its folder is its first page", "/consola", 302, "", "no-cache", ""},
		{"the first page", "/consola/", 200, "text/html; charset=utf-8", "no-store", "<meta"},
		{"a page within is the same document", "/consola/revisar/0198", 200, "text/html; charset=utf-8", "no-store", "<meta"},
		{"the file of the document has a nonce, too", "/consola/index.html", 200, "text/html; charset=utf-8", "no-store", "<meta"},
		{"a hashed file is kept for ever", "/consola/assets/a-1.js", 200, "text/javascript; charset=utf-8", "private, max-age=31536000, immutable", "console.log"},
		{"another file is asked for again", "/consola/icon.svg", 200, "image/svg+xml", "no-cache", "<svg"},
		{"a file of an older build is gone", "/consola/assets/old.js", 404, "text/plain; charset=utf-8", "no-cache", "404"},
		{"a folder is a page", "/consola/assets", 200, "text/html; charset=utf-8", "no-store", "<meta"},
		{"no path leaves the folder", "/consola/../console.go", 200, "text/html; charset=utf-8", "no-store", "<meta"},
		{"what the service is", "/console.json", 200, "application/json", "no-cache", `{"service":"intake","version":"1.2.3","prefix":"/api/v1"}`},
	} {
		t.Run(test.rule, func(t *testing.T) {
			got := get(t, c, test.path)
			text := body(t, got.Body)
			if got.StatusCode != test.status || test.kind != "" && got.Header.Get("Content-Type") != test.kind || got.Header.Get("Cache-Control") != test.cache || !strings.HasPrefix(text, test.starts) {
				t.Errorf("%s: %d %q %q %q", test.path, got.StatusCode, got.Header.Get("Content-Type"), got.Header.Get("Cache-Control"), text)
			}
			if csp := got.Header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, noncePlaceholder) {
				t.Errorf("%s: policy %q", test.path, csp)
			}
		})
	}
}

func TestNonceIsFresh(t *testing.T) {
	c := newConsole(About{}, built)
	seen := map[string]bool{}
	for range 3 {
		got := get(t, c, "/consola/")
		nonce := regexp.MustCompile(`'nonce-([^']{16,})'`).FindStringSubmatch(got.Header.Get("Content-Security-Policy"))
		if nonce == nil || !strings.Contains(body(t, got.Body), `nonce="`+nonce[1]+`"`) || seen[nonce[1]] {
			t.Fatalf("nonce %q is missing, repeated or not in the page", nonce)
		}
		seen[nonce[1]] = true
	}
}

func TestTextIsCompressedForWhoTakesIt(t *testing.T) {
	c := newConsole(About{}, built)
	for range 2 { // made, then kept
		got := get(t, c, "/consola/assets/a-1.js", "Accept-Encoding", "br, gzip")
		if got.Header.Get("Content-Encoding") != "gzip" || got.Header.Get("Vary") != "Accept-Encoding" {
			t.Fatalf("headers %v", got.Header)
		}
		z, err := gzip.NewReader(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text := body(t, z); text != "console.log('hola')" {
			t.Errorf("content %q", text)
		}
	}
	if got := get(t, c, "/consola/assets/logo-1.png", "Accept-Encoding", "gzip"); got.Header.Get("Content-Encoding") != "" {
		t.Error("an image is compressed twice")
	}
}

// TestCompressedFilesKeepTheirNames serves paths from memory that the next request
// overwrites, as fasthttp does. With many files some share a slot of the cache.
func TestCompressedFilesKeepTheirNames(t *testing.T) {
	const files = 100
	name := func(i int) string { return fmt.Sprintf("assets/%02d.js", i) }
	folder := fstest.MapFS{"index.html": {}}
	for i := range files {
		folder[name(i)] = &fstest.MapFile{Data: []byte(name(i))}
	}
	c := newConsole(About{}, folder)
	path := []byte(Base + name(0))
	for i := range 2 * files {
		want := name(i % files)
		copy(path[len(Base):], want)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path = unsafe.String(&path[0], len(path))
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		z, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got := body(t, z); got != want {
			t.Errorf("%s has the content of %s", want, got)
		}
	}
}

func TestUnbuiltConsoleSaysHowToBuildIt(t *testing.T) {
	got := get(t, newConsole(About{}, fstest.MapFS{".gitkeep": {}}), "/")
	if text := body(t, got.Body); got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "make console") {
		t.Errorf("%d %q", got.StatusCode, text)
	}
}
