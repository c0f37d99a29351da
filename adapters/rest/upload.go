package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Stream is the body of a route that reads it as it comes in. Embed it in the
// route's input.
type Stream struct {
	contentType string
	body        *body
}

// Resolve implements huma.Resolver: it takes the body, unread.
func (s *Stream) Resolve(ctx huma.Context) []error {
	s.contentType = ctx.Header("Content-Type")
	s.body = requestOf(ctx.Context()).body
	s.body.release() // it is not kept
	return nil
}

// Upload is the one file of a form (multipart/form-data, RFC 7578) on its way
// in, or one file after the other. It is read to its end like any io.Reader and
// never held in memory.
//
// The end of the file is the end of the whole form: what is behind the file, up
// to the next one, is read before io.EOF is returned, and when something is
// wrong there, that error is returned in its place. So anyone who stores the
// file keeps nothing of a form that was cut off.
type Upload struct {
	FileName string // as the client named it: clean it before use

	field   string
	several bool // files may follow
	another bool // one follows
	parts   *multipart.Reader
	part    *multipart.Part
	fields  map[string]string
	end     error
}

var _ io.Reader = (*Upload)(nil)

const (
	// formOverhead is how much larger than its file a form may be.
	formOverhead = 1 << 20
	maxField     = 4 << 10 // bytes of a field that is not a file
	maxParts     = 100
)

// Open reads the form up to the file in the named field. It bounds the form, so that a file of
// limit bytes fits; the service that reads the file enforces the limit itself. Faults:
// Unprocessable when there is no such form or file, TooLarge when the announced size exceeds
// the bound.
func (s *Stream) Open(field string, limit int64) (*Upload, error) {
	kind, params, err := mime.ParseMediaType(s.contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil, fault.Wrap(err, fault.Unprocessable, "not_multipart",
			"Envíe el archivo en un formulario multipart/form-data con su boundary.")
	}
	if int64(s.body.length) > limit+formOverhead {
		return nil, document.UploadTooLarge(limit)
	}
	form := &bounded{r: s.body, left: limit + formOverhead, fault: document.UploadTooLarge(limit)}
	u := &Upload{
		field:  field,
		parts:  multipart.NewReader(requireEnd(newPartHeads(form, params["boundary"])), params["boundary"]),
		fields: map[string]string{},
	}
	if err := u.advance(); err != nil {
		if err == io.EOF {
			err = fault.New(fault.Unprocessable, "file_missing",
				fmt.Sprintf("Falta el archivo; envíelo en el campo «%s» del formulario, con su nombre.", field))
		}
		return nil, err
	}
	return u, nil
}

// OpenAll is Open for a form with several files in the field: Next continues with the next one.
func (s *Stream) OpenAll(field string, limit int64) (*Upload, error) {
	u, err := s.Open(field, limit)
	if err == nil {
		u.several = true
	}
	return u, err
}

// Next continues with the next file, once one has been read to its end. It returns false after the
// last.
func (u *Upload) Next() bool {
	if !u.another {
		return false
	}
	u.another, u.end = false, nil
	return true
}

// Field returns a field of the form, "" when it was not sent. Those behind the
// file are known once the file has been read.
func (u *Upload) Field(name string) string { return u.fields[name] }

// Read fills p, if there is as much: a form whose lines are short would else be stored in as many pieces.
func (u *Upload) Read(p []byte) (n int, err error) {
	if u.end != nil {
		return 0, u.end
	}
	for n < len(p) && err == nil {
		var more int
		more, err = u.part.Read(p[n:])
		n += more
	}
	switch {
	case err == io.EOF:
		u.end = u.finish()
	case err != nil:
		u.end = cutOff(err)
	}
	return n, u.end
}

// ReadInTurn reads a file of at most limit bytes, and returns it once the turn of the request has come
// (see AwaitTurn). Until then it is on disk: files that arrive slowly, or wait, take no memory. Fault:
// TooLarge.
func (u *Upload) ReadInTurn(ctx context.Context, limit int64) (content []byte, err error) {
	file, err := os.CreateTemp(requestOf(ctx).server.opts.TempDir, "cotejo-upload-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	size, err := io.Copy(file, io.LimitReader(u, limit+1))
	if err != nil {
		return nil, err
	}
	if size > limit {
		return nil, document.UploadTooLarge(limit)
	}
	if err := AwaitTurn(ctx); err != nil {
		return nil, err
	}
	content = make([]byte, size)
	_, err = file.ReadAt(content, 0)
	return content, err
}

// finish reads what is behind the file; io.EOF says that all is well.
func (u *Upload) finish() error {
	err := u.advance()
	if err == nil && u.several {
		u.another = true
		return io.EOF
	}
	if err == nil {
		return fault.New(fault.Unprocessable, "several_files", "Llegaron varios archivos; envíe uno por petición.")
	}
	return err
}

// advance reads fields up to the next file in the field asked for; io.EOF says
// that the form ended well before one came.
func (u *Upload) advance() error {
	for range maxParts {
		part, err := u.parts.NextPart()
		switch {
		case err == io.EOF: // the closing boundary was read: see whole
			return io.EOF
		case err != nil:
			return cutOff(err)
		case part.FormName() == u.field && part.FileName() != "":
			u.FileName, u.part = part.FileName(), part
			return nil
		case part.FileName() != "":
			continue // a file that nobody asked for: NextPart skips it
		}
		value, err := io.ReadAll(io.LimitReader(part, maxField+1))
		if err != nil {
			return cutOff(err)
		}
		if len(value) > maxField {
			return fault.New(fault.Unprocessable, "field_too_long",
				fmt.Sprintf("Un campo del formulario supera %d bytes; acórtelo.", maxField))
		}
		if !utf8.Valid(value) {
			return fault.New(fault.Unprocessable, "field_not_utf8",
				fmt.Sprintf("El campo «%s» del formulario no es UTF-8 válido; corríjalo y envíelo de nuevo.", shownKey(part.FormName())))
		}
		u.fields[part.FormName()] = string(value)
	}
	return fault.New(fault.Unprocessable, "too_many_fields", "El formulario tiene demasiados campos.")
}

// requireEnd returns an error at the end of r, so that multipart.Reader reports io.EOF for the
// closing boundary only and not for a form that breaks off in the header of a part. The line
// break closes a boundary that came without one.
func requireEnd(r io.Reader) io.Reader {
	return io.MultiReader(r, strings.NewReader("\r\n"), broken{})
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// cutOff is the fault of a form that broke off or is none.
func cutOff(err error) error {
	if f, ok := fault.As(err); ok {
		return f
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // a reader must not take it for the end
	}
	return fault.Wrap(err, fault.Unprocessable, "upload_interrupted",
		"El formulario llegó incompleto o mal formado; vuelva a enviar el archivo.")
}

// bounded yields at most left bytes, and its fault in place of more.
type bounded struct {
	r     io.Reader
	left  int64
	fault error
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, b.fault
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// FormBody describes a form with one file and fields beside it.
func FormBody(file string, fields map[string]*huma.Schema) *huma.RequestBody {
	return formBody(file, &huma.Schema{Type: huma.TypeString, Format: "binary"}, fields)
}

// FormOfFiles describes a form with up to most files in one field.
func FormOfFiles(field string, most int, fields map[string]*huma.Schema) *huma.RequestBody {
	least := 1
	files := &huma.Schema{Type: huma.TypeArray, MinItems: &least, MaxItems: &most, Items: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	return formBody(field, files, fields)
}

func formBody(file string, content *huma.Schema, fields map[string]*huma.Schema) *huma.RequestBody {
	properties := map[string]*huma.Schema{file: content}
	for name, schema := range fields {
		properties[name] = schema
	}
	return &huma.RequestBody{
		Required: true,
		Content: map[string]*huma.MediaType{
			"multipart/form-data": {Schema: &huma.Schema{
				Type:       huma.TypeObject,
				Properties: properties,
				Required:   []string{file},
			}},
		},
	}
}
