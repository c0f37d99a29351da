package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"
)

// File is an answer that is sent as it is read, never held in memory.
type File struct {
	Name    string        // under which a client saves it; "" for what it only shows
	Type    string        // its media type
	Tag     string        // names these very bytes; "" when nothing does
	Size    int64         // of Content, in bytes
	Content io.ReadCloser // closed when sent; parts of it are found fastest in an io.Seeker
	Total   int           // of the records in it, for the header X-Total-Count; 0: not counted

	// Make, unless nil, makes Content: it is called only when the client has not
	// got the file already.
	Make func() ([]byte, error)
	// Keep is how long the client, but no shared cache, may show the file without
	// asking again. 0: nobody keeps it.
	Keep time.Duration
}

// TotalHeader says how many records a file has.
const TotalHeader = "X-Total-Count"

// filePolicy shuts a file of strangers off from the pages around it.
const filePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// HandleFile adds a route that answers a file of one of the media types: the
// whole of it, the part that a Range header asks for (RFC 9110, section 14; one
// range, any other request for ranges gets the whole), or 304 where the client
// has it already.
func HandleFile[I any](a *API, r Route, mediaTypes []string, handle func(ctx context.Context, in *I) (*File, error)) {
	r.Answers = append(r.Answers, http.StatusRequestedRangeNotSatisfiable)
	Handle(a, r, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		file, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		requestOf(ctx).giveSpace(file)
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			a.server.send(humafiber.Unwrap(hc), requestOf(ctx), file)
		}}, nil
	})
	op := a.huma.OpenAPI().Paths[a.Path(r.Path)].Get
	content := map[string]*huma.MediaType{}
	for _, kind := range mediaTypes {
		content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	op.Responses["200"] = &huma.Response{Description: "El archivo", Content: content}
	op.Responses["206"] = &huma.Response{Description: "La parte pedida", Content: content}
	op.Responses["304"] = &huma.Response{Description: "El cliente ya lo tiene"}
	for _, header := range [][2]string{{"Range", "La parte que se pide, como bytes=0-1023"}, {"If-Range", "Solo si el archivo es aún este (ETag)"},
		{"If-None-Match", "Solo si el archivo no es ya este (ETag)"}} {
		op.Parameters = append(op.Parameters, &huma.Param{Name: header[0], In: "header", Description: header[1], Schema: &huma.Schema{Type: huma.TypeString}})
	}
}

// send answers with a file. It is read after the handlers are done.
func (s *Server) send(c *fiber.Ctx, r *request, f *File) {
	etag := ETag(f.Tag)
	wanted := c.Get(fiber.HeaderIfNoneMatch)
	known := etag != "" && (wanted == "*" || hasTag(wanted, f.Tag))
	if f.Make != nil && !known {
		made, err := f.Make()
		if err != nil {
			s.answer(c, r, err)
			return
		}
		f.Content, f.Size = buffered{bytes.NewReader(made)}, int64(len(made))
	}
	c.Set(fiber.HeaderContentSecurityPolicy, filePolicy)
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	if f.Total > 0 {
		c.Set(TotalHeader, strconv.Itoa(f.Total))
	}
	if f.Name != "" {
		c.Set(fiber.HeaderContentDisposition, attachment(f.Name))
	}
	if f.Keep > 0 {
		c.Set(fiber.HeaderCacheControl, fmt.Sprintf("private, max-age=%d", int(f.Keep.Seconds())))
	}
	if etag != "" {
		c.Set(fiber.HeaderETag, etag)
	}
	if known {
		if f.Content != nil {
			_ = f.Content.Close()
		}
		c.Status(http.StatusNotModified)
		return
	}
	part := span{0, f.Size}
	if c.Method() == http.MethodGet && (c.Get(fiber.HeaderIfRange) == "" || c.Get(fiber.HeaderIfRange) == etag) {
		asked, ok := parseRange(c.Get(fiber.HeaderRange), f.Size)
		if ok && asked.size == 0 {
			_ = f.Content.Close()
			c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes */%d", f.Size))
			s.answer(c, r, newProblem(r.id, http.StatusRequestedRangeNotSatisfiable, "range_not_satisfiable",
				fmt.Sprintf("El archivo tiene %d bytes; pida una parte que esté en él.", f.Size)))
			return
		}
		if ok {
			part = asked
			c.Status(http.StatusPartialContent)
			c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", part.start, part.start+part.size-1, f.Size))
		}
	}
	if err := skip(f.Content, part.start); err != nil {
		_ = f.Content.Close()
		s.answer(c, r, fmt.Errorf("finding a part of a file: %w", err))
		return
	}
	c.Set(fiber.HeaderContentType, f.Type)
	c.Context().SetBodyStream(&sending{from: f.Content, left: part.size, conn: c.Context().Conn(), idle: s.opts.BodyIdle}, int(part.size))
}

// buffered is a file in memory.
type buffered struct{ *bytes.Reader }

func (buffered) Close() error { return nil }

func skip(r io.Reader, n int64) error {
	if n == 0 {
		return nil
	}
	if seeker, ok := r.(io.Seeker); ok {
		_, err := seeker.Seek(n, io.SeekStart)
		return err
	}
	_, err := io.CopyN(io.Discard, r, n)
	return err
}

// sending is a file on its way out: as long as the client takes it, however
// slowly, the connection lives.
type sending struct {
	from io.ReadCloser
	left int64
	conn net.Conn
	idle time.Duration
}

func (s *sending) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(s.idle)); err != nil {
		return 0, err
	}
	n, err := s.from.Read(p[:min(int64(len(p)), s.left)])
	s.left -= int64(n)
	return n, err
}

func (s *sending) Close() error { return s.from.Close() }

// span is a part of a file.
type span struct{ start, size int64 }

// parseRange reads a Range header. ok is false where it asks for nothing that
// we understand, so that the whole is sent; a part of no size lies outside.
func parseRange(header string, size int64) (part span, ok bool) {
	unit, spec, found := strings.Cut(header, "=")
	if !found || !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
		return span{}, false
	}
	first, last, found := strings.Cut(strings.TrimSpace(spec), "-")
	if !found {
		return span{}, false
	}
	if first == "" { // the last so many bytes
		n, ok := bytePosition(last)
		n = min(n, size)
		return span{size - n, n}, ok
	}
	start, ok := bytePosition(first)
	if !ok {
		return span{}, false
	}
	end := size - 1
	if last != "" {
		asked, ok := bytePosition(last)
		if !ok || asked < start {
			return span{}, false
		}
		end = min(asked, end)
	}
	if start >= size {
		return span{}, true
	}
	return span{start, end - start + 1}, true
}

// bytePosition reads digits; what is beyond all numbers is beyond all files.
func bytePosition(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		n = 1<<63 - 1
	}
	return n, true
}

// ETag is the header of a tag; "" for none.
func ETag(tag string) string {
	if tag == "" {
		return ""
	}
	return `"` + tag + `"`
}

// Tags reads an If-Match header: nil when it asks for nothing (it is missing,
// or "*"), otherwise the strong tags that it lists, perhaps none.
func Tags(header string) []string {
	if header = strings.TrimSpace(header); header == "" || header == "*" {
		return nil
	}
	tags := []string{}
	for tag := range strings.SplitSeq(header, ",") {
		if tag = strings.TrimSpace(tag); !strings.HasPrefix(tag, "W/") {
			tags = append(tags, strings.Trim(tag, `"`))
		}
	}
	return tags
}

// hasTag reports whether an If-None-Match header lists the tag, weak or not.
func hasTag(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(one), "W/") == ETag(tag) {
			return true
		}
	}
	return false
}

// attachment is a Content-Disposition that has a client save a file: the name
// in ASCII for old ones, and as it is (RFC 5987 and 6266).
func attachment(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			return '_'
		}
		return r
	}, name)
	encoded := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, ascii, encoded)
}
