package rest

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"mime"
	"path"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v2"
	swaggerui "github.com/swaggest/swgui/v5/static"
)

// The pages and the scripts that start Swagger UI and Redoc on them. They are files, since
// the pages' Content-Security-Policy lets no inline script run.
var (
	//go:embed docs.html
	docsPage []byte
	//go:embed docs.js
	docsScript []byte
	//go:embed redoc/index.html
	redocPage []byte
	//go:embed redoc/start.js redoc/redoc.js.gz
	redocFiles embed.FS
)

//go:generate sh -c "cd redoc && ./fetch.sh 2.5.4"

// docsPolicy lets the pages run the scripts that we serve. Swagger UI and Redoc write
// style attributes and show images given as data.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; font-src 'self' data:; connect-src 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// publish serves the description of the interface and, unless in production,
// the pages that show it. Nothing is loaded from another host.
func (s *Server) publish(spec *huma.OpenAPI) {
	// huma also describes an error body of its own, which is never sent.
	described := sync.OnceValue(func() *huma.OpenAPI {
		schemas := spec.Components.Schemas.Map()
		delete(schemas, "ErrorModel")
		delete(schemas, "ErrorDetail")
		return spec
	})
	asJSON := sync.OnceValues(func() ([]byte, error) {
		var b bytes.Buffer
		err := marshalJSON(&b, described())
		return b.Bytes(), err
	})
	asYAML := sync.OnceValues(func() ([]byte, error) { return described().YAML() })
	router := withHead{s.app}
	router.Add(fiber.MethodGet, "/openapi.json", serveSpec(jsonType, asJSON))
	router.Add(fiber.MethodGet, "/openapi.yaml", serveSpec("application/yaml", asYAML))
	if s.opts.Production && !s.opts.ShowDocs {
		return
	}
	router.Add(fiber.MethodGet, "/docs", serveDocs("text/html; charset=utf-8", docsPage))
	router.Add(fiber.MethodGet, "/docs/start.js", serveDocs("text/javascript; charset=utf-8", docsScript))
	router.Add(fiber.MethodGet, "/docs/:asset", serveAsset(swaggerui.FS, "."))
	router.Add(fiber.MethodGet, "/redoc", serveDocs("text/html; charset=utf-8", redocPage))
	router.Add(fiber.MethodGet, "/redoc/:asset", serveAsset(redocFiles, "redoc"))
}

func serveSpec(contentType string, render func() ([]byte, error)) fiber.Handler {
	return func(c *fiber.Ctx) error {
		data, err := render()
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, contentType)
		c.Set(fiber.HeaderCacheControl, "no-cache")
		return c.Send(data)
	}
}

func serveDocs(contentType string, data []byte) fiber.Handler {
	return func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, contentType)
		c.Set(fiber.HeaderContentSecurityPolicy, docsPolicy)
		c.Set(fiber.HeaderCacheControl, "no-cache")
		return c.Send(data)
	}
}

// serveAsset serves a file of a folder, whether it is kept compressed or not.
func serveAsset(files fs.FS, folder string) fiber.Handler {
	return func(c *fiber.Ctx) error {
		name := path.Join(folder, path.Base(c.Params("asset")))
		data, err := fs.ReadFile(files, name+".gz")
		compressed := err == nil
		if !compressed {
			if data, err = fs.ReadFile(files, name); err != nil || strings.HasSuffix(name, ".gz") {
				return fiber.ErrNotFound
			}
		}
		c.Vary(fiber.HeaderAcceptEncoding)
		switch {
		case compressed && strings.Contains(c.Get(fiber.HeaderAcceptEncoding), "gzip"):
			c.Set(fiber.HeaderContentEncoding, "gzip")
		case compressed:
			r, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				return err
			}
			if data, err = io.ReadAll(r); err != nil {
				return err
			}
		}
		return serveDocs(mime.TypeByExtension(path.Ext(name)), data)(c)
	}
}
