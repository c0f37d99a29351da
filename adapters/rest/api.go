package rest

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"path"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"github.com/cotejo/cotejo/core/fault"
)

// Spec describes an interface.
type Spec struct {
	Title       string
	Description string // Markdown
	Version     string
	Prefix      string // of every path, as "/api/v1"; may be empty
	Unpublished bool   // serves neither its description nor its documentation
	// Statuses says which status answers which kind of fault.
	Statuses map[fault.Kind]int
}

// API is an interface whose routes are added with Handle.
type API struct {
	server *Server
	huma   huma.API
	prefix string
}

const (
	jsonType = "application/json"
	bearer   = "bearer"  // the security scheme's name in the description
	session  = "session" // that of the cookie
)

var problemGoType = reflect.TypeFor[Problem]()

// NewAPI starts the interface of the server, which has one. It also serves its
// description at /openapi.json and /openapi.yaml and, unless in production, its
// documentation at /docs, where the interface is published.
func (s *Server) NewAPI(spec Spec) *API {
	exactNames()
	s.statuses = spec.Statuses
	a := &API{server: s, prefix: path.Join("/", spec.Prefix)}
	cfg := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: spec.Title, Description: spec.Description, Version: spec.Version},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					bearer: {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
				},
			},
		},
		Formats:       map[string]huma.Format{jsonType: strictJSON, "json": strictJSON},
		DefaultFormat: jsonType,
		Transformers:  []huma.Transformer{a.transform},
	}
	cfg.AllowAdditionalPropertiesByDefault = true // unknown fields are ignored
	if s.opts.Cookie != "" {
		cfg.OpenAPI.Components.SecuritySchemes[session] = &huma.SecurityScheme{Type: "apiKey", In: "cookie", Name: s.opts.Cookie, Description: cookieDescription}
	}
	a.huma = humafiber.NewWithGroup(s.app, withHead{s.app}, cfg)
	a.huma.UseMiddleware(a.enter)
	if !spec.Unpublished {
		s.publish(a.huma.OpenAPI())
	}
	return a
}

// adminExtension marks operations that are for administrators alone.
const adminExtension = "x-admin-only"

const cookieDescription = "Sesión de un navegador. Una petición que cambia algo lleva además la cabecera X-CSRF-Token y viene de una página del servicio; " +
	"si no, recibe 403 con el código csrf. Las que llevan X-Background no cuentan como uso de la sesión."

// exactNames makes huma match JSON keys case-sensitively. The setting is global, for all interfaces of
// a program.
var exactNames = sync.OnceFunc(func() { huma.ValidateStrictCasing = true })

// OpenAPI returns the description of the routes added so far.
func (a *API) OpenAPI() *huma.OpenAPI { return a.huma.OpenAPI() }

// Path returns the path of a route with the prefix of the interface.
func (a *API) Path(elem ...string) string {
	return path.Join(append([]string{a.prefix}, elem...)...)
}

// Route is one operation of an interface. The zero value of what is optional
// means the default.
type Route struct {
	Method  string
	Path    string // below the prefix, parameters in braces
	ID      string // of the operation, for generated clients
	Summary string
	Tag     string
	Public  bool // no token is asked for
	Admin   bool // administrators alone; told before anything else of the request is looked at

	// Anonymous lets in as well anyone without a token whose cookie, if there is one, has
	// ended: handle finds no Actor. A bad token is still refused.
	Anonymous bool
	// AnyPassword lets in as well anyone who has yet to change the password.
	AnyPassword bool
	// Background says that pages call it on their own account: it does not keep
	// a session going.
	Background bool

	Status  int           // of success; 200
	Answers []int         // statuses beside those that every route may answer
	Timeout time.Duration // for all of it; 30 seconds
	MaxBody int64         // bytes of a JSON body; 1 MB

	// Heavy names the kind of heavy requests that it takes, if it does; what changes something and takes none counts
	// among Writes, unless NoTurn is set.
	Heavy  Heavy
	NoTurn bool

	// Outlasts says that it goes on when its client hangs up: what was sent whole is kept.
	Outlasts bool

	// Body describes the body of a route that reads it itself (see Stream).
	Body *huma.RequestBody
}

const (
	routeTimeout = 30 * time.Second
	maxJSON      = 1 << 20

	// MaxLogin is the MaxBody of routes that anybody may send a password to.
	MaxLogin = 4 << 10
)

// Handle adds a route. I is what it takes: path, query and header parameters
// and a JSON Body, checked before handle is called. O is what it answers. What
// handle returns as an error becomes a Problem.
func Handle[I, O any](a *API, r Route, handle func(ctx context.Context, in *I) (*O, error)) {
	if r.Timeout == 0 {
		r.Timeout = routeTimeout
	}
	if r.MaxBody == 0 {
		r.MaxBody = maxJSON
	}
	op := huma.Operation{
		OperationID:   r.ID,
		Method:        r.Method,
		Path:          a.Path(r.Path),
		Summary:       r.Summary,
		Tags:          []string{r.Tag},
		DefaultStatus: r.Status,
		MaxBodyBytes:  r.MaxBody + 1, // huma refuses a body of just this size
		Responses:     a.answers(r),
		Metadata: map[string]any{
			timeoutKey: r.Timeout, adminKey: r.Admin, outlastsKey: r.Outlasts,
			anonymousKey: r.Anonymous, anyPasswordKey: r.AnyPassword, backgroundKey: r.Background,
			heavyKey: r.kind(),
		},
	}
	if !r.Public {
		op.Security = []map[string][]string{{bearer: {}}}
		if a.server.opts.Cookie != "" {
			op.Security = append(op.Security, map[string][]string{session: {}})
		}
		if r.Anonymous {
			op.Security = append(op.Security, map[string][]string{})
		}
	}
	if r.Admin {
		op.Extensions = map[string]any{adminExtension: true}
	}
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		if r.kind() != "" && r.Body == nil { // the body has been read
			err := AwaitTurn(ctx)
			if err == nil {
				err = Step(ctx)
			}
			if err != nil {
				return nil, a.server.problem(requestOf(ctx), err)
			}
		}
		out, err := handle(ctx, in)
		if err != nil {
			return nil, a.server.problem(requestOf(ctx), err)
		}
		return out, nil
	})
	for _, name := range []string{"ErrorModel", "ErrorDetail"} { // of huma, where ours is Problem
		delete(a.huma.OpenAPI().Components.Schemas.Map(), name)
	}
	if r.Body != nil {
		// Told afterwards: huma would read a body that it knew of.
		a.huma.OpenAPI().Paths[op.Path].Post.RequestBody = r.Body
	}
}

// Once is the header by which a request may be repeated without doing anything
// twice. Embed it in the input of a route that makes or spends something.
type Once struct {
	Key string `header:"Idempotency-Key" maxLength:"255" doc:"La misma clave con el mismo cuerpo, en 24 horas, no hace nada nuevo y recibe la misma respuesta; con otro cuerpo, 422"`
}

// done describes a success, by the status of a route; 0 stands for 200.
var done = map[int]string{
	0:                    "Hecho",
	http.StatusOK:        "Hecho",
	http.StatusCreated:   "Creado",
	http.StatusAccepted:  "Recibido: se hará",
	http.StatusNoContent: "Hecho; sin contenido",
}

// answers describes the answers of a route; huma adds the body of its success.
func (a *API) answers(r Route) map[string]*huma.Response {
	statuses := append([]int{http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusServiceUnavailable}, r.Answers...)
	if !r.Public {
		statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden)
	}
	schemas := a.huma.OpenAPI().Components.Schemas
	content := map[string]*huma.MediaType{problemType: {Schema: schemas.Schema(problemGoType, true, "Problem")}}
	responses := map[string]*huma.Response{
		"default": {Description: "Problema", Content: content},
		strconv.Itoa(cmp.Or(r.Status, http.StatusOK)): {Description: done[r.Status]},
	}
	for _, status := range statuses {
		responses[strconv.Itoa(status)] = &huma.Response{Description: titles[status], Content: content}
	}
	return responses
}

const (
	timeoutKey  = "timeout"
	adminKey    = "admin"
	outlastsKey = "outlasts"

	anonymousKey   = "anonymous"
	anyPasswordKey = "any_password"
	backgroundKey  = "background"
	heavyKey       = "heavy"
)

// enter is huma's outermost middleware: it asks for the token, sets the
// deadline and hands huma the body as we read it.
func (a *API) enter(ctx huma.Context, next func(huma.Context)) {
	c := humafiber.Unwrap(ctx)
	r := requestOf(ctx.Context())
	timeout := ctx.Operation().Metadata[timeoutKey].(time.Duration)
	std, cancel := context.WithTimeout(ctx.Context(), timeout)
	defer cancel()
	if ctx.Operation().Metadata[outlastsKey] != true {
		defer endWithClient(std, c.Context().Conn(), func() { r.left.Store(true); cancel() })()
	}
	r.route = ctx.Operation().Path
	r.body.until = r.started.Add(timeout)
	if len(ctx.Operation().Security) > 0 {
		r.background = ctx.Operation().Metadata[backgroundKey] == true
		asking, cancel := context.WithTimeout(std, routeTimeout) // however long the body may take
		actor, err := a.server.guard(asking, c)
		cancel()
		anonymous := ctx.Operation().Metadata[anonymousKey] == true && c.Get(fiber.HeaderAuthorization) == "" && fault.KindOf(err) == fault.Unauthenticated
		if err != nil && !anonymous {
			a.server.answer(c, r, err)
			return
		}
		r.actor = actor
	}
	if ctx.Operation().Metadata[anyPasswordKey] != true {
		if err := r.actor.RequireOwnPassword(); err != nil {
			a.server.answer(c, r, err)
			return
		}
	}
	if ctx.Operation().Metadata[adminKey] == true {
		if err := r.actor.RequireAdmin(); err != nil {
			a.server.answer(c, r, err)
			return
		}
	}
	r.server, r.heavy = a.server, ctx.Operation().Metadata[heavyKey].(Heavy)
	r.body.memory = a.server.memory
	defer r.body.release()
	defer func() {
		if r.turn != nil {
			r.turn.end() // the answer is made as well
		}
		if r.space != nil {
			r.space.release() // no File has it
		}
	}()
	e := &exchange{server: a.server, humaContext: huma.WithContext(ctx, std), body: r.body, keys: unknownKeys{known: a.knownKeys(ctx.Operation())}}
	next(e)
	if !r.unreadable {
		for _, w := range e.keys.warnings() {
			c.Append(warningHeader, w)
		}
	}
	if e.long {
		runtime.GC() // what the answer was made of; the next would come on top of it
	}
}

// exchange is a request on its way through huma.
type exchange struct {
	humaContext
	body   *body
	keys   unknownKeys
	server *Server
	long   bool // the answer lies on disk
	status int  // answered instead of the one that huma chose; 0: huma's
}

// humaContext has a name that its method Context does not take.
type humaContext = huma.Context

// Unwrap lets humafiber find its own context.
func (e *exchange) Unwrap() huma.Context { return e.humaContext }

func (e *exchange) BodyReader() io.Reader { return io.TeeReader(e.body, &e.keys) }

// Header returns a header of the request. Media types have no case (RFC 9110,
// section 8.3.1), which huma does not know; their parameters may have. There is
// one type to choose from, so nobody's Accept is read.
func (e *exchange) Header(name string) string {
	if strings.EqualFold(name, "Accept") {
		return ""
	}
	value := e.humaContext.Header(name)
	if strings.EqualFold(name, "Content-Type") {
		kind, parameters, found := strings.Cut(value, ";")
		value = strings.ToLower(strings.TrimSpace(kind))
		if found {
			value += ";" + parameters
		}
	}
	return value
}

// SetReadDeadline does nothing: body keeps its own deadlines.
func (e *exchange) SetReadDeadline(time.Time) error { return nil }

func (e *exchange) SetStatus(code int) {
	if e.status != 0 {
		code = e.status
	}
	e.humaContext.SetStatus(code)
}

// transform turns huma's own errors into problems, with a status of ours.
func (a *API) transform(ctx huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	p := a.validationProblem(ctx, m)
	if e, ok := ctx.(*exchange); ok {
		e.status = p.Status
	}
	for name, values := range p.headers {
		ctx.SetHeader(name, values[0])
	}
	requestOf(ctx.Context()).code = p.Code
	return p, nil
}

// withHead adds HEAD where GET is added.
type withHead struct{ fiber.Router }

func (w withHead) Add(method, path string, handlers ...fiber.Handler) fiber.Router {
	if method == http.MethodGet {
		w.Router.Add(http.MethodHead, path, handlers...)
	}
	return w.Router.Add(method, path, handlers...)
}
