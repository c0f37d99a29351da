// Package console serves the web console, which `make console` builds and the
// compiler embeds. It is a page that speaks to the HTTP interface of the service
// that serves it; it knows nothing of the product.
package console

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"embed"
	"encoding/json"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:generate go run ../../cmd/internal/apidescription web/src/api
//go:embed all:web/dist
var embedded embed.FS

// Base is the path below which the console keeps its pages and files. Whatever
// follows it and is no file is a page.
const Base = "/consola/"

// Paths are the patterns of all that a Console answers.
var Paths = [...]string{"/", "/console.json", strings.TrimSuffix(Base, "/"), Base + "*"}

// About describes the service to the console. Anybody may
// read it.
type About struct {
	Service  string `json:"service"` // "intake" or "notify"
	Version  string `json:"version"`
	Prefix   string `json:"prefix"`              // of the paths of the interface, as "/api/v1"; may be empty
	OtherURL string `json:"other_url,omitempty"` // of the other service; ":8001" is a port of the same host
	OIDC     bool   `json:"oidc,omitempty"`      // whether users may log in at an identity provider
	// DocumentTypes are the types that a document may have; none for the register.
	DocumentTypes []string `json:"document_types,omitempty"`
	// BinDays is how many days a deleted document can be restored; 0: not at all.
	BinDays int `json:"bin_days,omitempty"`
}

// Console is an http.Handler for Paths. Its answers set Content-Security-Policy
// and Cache-Control themselves.
type Console struct {
	about []byte
	files fs.FS
	index []byte // nil when the console is not built

	compressed sync.Map // name → []byte
}

// New returns the console of a service.
func New(about About) *Console {
	built, err := fs.Sub(embedded, "web/dist")
	if err != nil {
		panic(err) // the path is wrong
	}
	return newConsole(about, built)
}

func newConsole(about About, built fs.FS) *Console {
	c := &Console{files: built}
	c.about, _ = json.Marshal(about) // strings alone
	if index, err := fs.ReadFile(built, "index.html"); err == nil {
		c.index = index
	}
	return c
}

// noncePlaceholder stands in index.html where the nonce belongs.
const noncePlaceholder = "COTEJO-NONCE"

// policy lets the page load what this server has. Styles that the components
// make while they run carry the nonce.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + noncePlaceholder + "'; " +
	"img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

const (
	untilChanged = "no-cache"
	forever      = "private, max-age=31536000, immutable" // the name has a hash of the content
)

func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", strings.ReplaceAll(policy, " 'nonce-"+noncePlaceholder+"'", ""))
	w.Header().Set("Cache-Control", untilChanged)
	name, below := strings.CutPrefix(r.URL.Path, Base)
	switch {
	case r.URL.Path == "/console.json":
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(c.about)
	case c.index == nil:
		http.Error(w, "La consola no está construida en este programa: ejecute «make console» y luego «make build».", http.StatusServiceUnavailable)
	case !below:
		http.Redirect(w, r, Base, http.StatusFound)
	case name != "" && name != "index.html" && fs.ValidPath(name) && c.isFile(name):
		c.serveFile(w, r, name)
	case strings.HasPrefix(name, "assets/"):
		http.NotFound(w, r) // of an older build
	default:
		c.servePage(w)
	}
}

func (c *Console) isFile(name string) bool {
	info, err := fs.Stat(c.files, name)
	return err == nil && info.Mode().IsRegular()
}

// servePage answers with index.html, which has a nonce of its own each time.
func (c *Console) servePage(w http.ResponseWriter) {
	nonce := rand.Text()
	w.Header().Set("Content-Security-Policy", strings.ReplaceAll(policy, noncePlaceholder, nonce))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(bytes.ReplaceAll(c.index, []byte(noncePlaceholder), []byte(nonce)))
}

func (c *Console) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	data, err := fs.ReadFile(c.files, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", forever)
	}
	kind := mime.TypeByExtension(path.Ext(name))
	w.Header().Set("Content-Type", kind)
	if isTextual(kind) {
		w.Header().Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			data = c.compress(name, data)
		}
	}
	_, _ = w.Write(data)
}

func isTextual(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.Contains(kind, "javascript") || strings.Contains(kind, "json") || strings.Contains(kind, "svg")
}

// compress returns a file compressed, which is done once for each.
func (c *Console) compress(name string, data []byte) []byte {
	if kept, found := c.compressed.Load(name); found {
		return kept.([]byte)
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is known
	_, _ = z.Write(data)
	_ = z.Close()
	// The server reuses the memory of a request, its path included: a key is a copy.
	c.compressed.Store(strings.Clone(name), b.Bytes())
	return b.Bytes()
}
