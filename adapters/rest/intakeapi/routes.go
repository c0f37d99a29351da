// Package intakeapi is the HTTP interface of the intake service: its routes,
// its JSON and its status codes. Handlers bind, call ports.Intake or
// ports.Auth, convert and respond; they decide nothing.
package intakeapi

import (
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Deps has the services behind the interface, and the data of its description.
type Deps struct {
	Intake           ports.Intake
	Auth             ports.Auth
	Users            ports.UserDirectory
	Configuration    ports.Configuration
	Statistics       ports.Statistics
	Spreadsheets     ports.Spreadsheets
	CaseFiles        ports.CaseFiles
	IdentityProvider ports.IdentityProvider // nil: local users alone
	ExternalSessions ports.ExternalSessions // with IdentityProvider
	Duplicates       ports.Duplicates
	Letters          ports.FormLetters
	Originals        ports.Originals
	People           ports.People
	Events           ports.Events
	Bin              ports.RecycleBin
	Divisions        ports.Splitter // nil: no document says that it is a part
	Views            ports.SavedViews

	Prefix         string // of every path; "/api/v1". "/" for none
	Version        string // as health and the description report it
	MaxUploadBytes int64  // of a file; document.DefaultMaxUpload
}

const (
	defaultPrefix = "/api/v1"

	uploadTimeout  = 15 * time.Minute
	compareTimeout = 2 * time.Minute
	importTimeout  = 30 * time.Minute
	exportTimeout  = 10 * time.Minute

	// maxVerify holds 1,000,000 characters however they are written: the
	// longest, \uD83D\uDE00, takes twelve bytes.
	maxVerify = 12_000_000 + 64<<10
)

// CORSMethods are the methods that pages of other origins may use, as the specification
// lists them.
var CORSMethods = [...]string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions}

// handlers answer the routes; each file of this package has those of one tag.
type handlers struct {
	Deps
	api *rest.API
}

// RegisterHealth adds to a server that works the queue alone what reports how it
// fares, and no other route. Of deps it takes Intake, Prefix and Version.
func RegisterHealth(server *rest.Server, deps Deps) *rest.API { return begin(server, deps, true).api }

// begin starts the interface with the one route that every server has.
func begin(server *rest.Server, deps Deps, unpublished bool) *handlers {
	switch deps.Prefix {
	case "":
		deps.Prefix = defaultPrefix
	case "/":
		deps.Prefix = ""
	}
	if deps.MaxUploadBytes <= 0 {
		deps.MaxUploadBytes = document.DefaultMaxUpload
	}
	api := server.NewAPI(rest.Spec{
		Title:       "Cotejo: recepción de escritos",
		Description: "Recibe escritos judiciales en PDF o en imagen, extrae sus datos y detecta los que ya se presentaron.",
		Version:     deps.Version,
		Prefix:      deps.Prefix,
		Statuses:    statuses,
		Unpublished: unpublished,
	})
	h := &handlers{Deps: deps, api: api}
	rest.Handle(api, rest.Route{Method: http.MethodGet, Path: "/health", ID: "health", Tag: "Servicio", Public: true,
		Summary: "Estado del servicio y de sus componentes"}, h.health)
	return h
}

// Register adds the interface to server and returns it. Routes with a fixed
// last segment are before those with a parameter there.
func Register(server *rest.Server, deps Deps) *rest.API {
	h := begin(server, deps, false)
	h.registerSessions()
	h.registerDocuments()
	h.registerEditing()
	h.registerDuplicates()
	h.registerGroups()
	h.registerSpreadsheets()
	h.registerConfiguration()
	h.registerMailRules()
	h.registerStatistics()
	return h.api
}

// registerSessions adds logins and users.
func (h *handlers) registerSessions() {
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/auth/login", ID: "login", Tag: "Sesión", Public: true,
		Summary: "Ingresar con usuario y contraseña", MaxBody: rest.MaxLogin,
		Answers: []int{http.StatusUnauthorized, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests}}, h.login)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/auth/refresh", ID: "refresh", Tag: "Sesión", NoTurn: true,
		Summary: "Renovar la sesión: un token nuevo, un número limitado de veces"}, h.refresh)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/auth/logout", ID: "logout", Tag: "Sesión", AnyPassword: true, NoTurn: true,
		Summary: "Terminar la sesión", Status: http.StatusNoContent}, h.logout)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: "/auth/sessions", ID: "endSessions", Tag: "Sesión", Admin: true, NoTurn: true,
		Summary: "Terminar todas las sesiones de un usuario", Status: http.StatusNoContent,
		Answers: []int{http.StatusNotFound}}, h.endSessions)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/auth/me", ID: "me", Tag: "Sesión", AnyPassword: true,
		Summary: "Usuario de la sesión"}, h.me)
	rest.HandleSessions(h.api, h.Auth)
	if h.IdentityProvider != nil {
		rest.HandleSignIn(h.api, h.IdentityProvider, h.ExternalSessions, "/")
	}
	h.registerUsers()
}

// registerDocuments adds what is sent, and the documents it becomes.
func (h *handlers) registerDocuments() {
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/process", ID: "process", Tag: "Documentos",
		Summary: "Enviar un PDF para leerlo, extraer sus datos y buscar duplicados",
		Status:  http.StatusAccepted, Answers: []int{http.StatusRequestEntityTooLarge},
		Timeout: uploadTimeout, Outlasts: true,
		Body: rest.FormBody("file", map[string]*huma.Schema{"doc_type": docTypeSchema, "password": passwordSchema})}, h.process)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/images", ID: "processImages", Tag: "Documentos",
		Summary: fmt.Sprintf("Enviar hasta %d imágenes JPG, PNG o TIFF, que se vuelven un documento: sus páginas, en ese orden", document.MaxImages),
		Status:  http.StatusAccepted, Answers: []int{http.StatusRequestEntityTooLarge},
		Timeout: uploadTimeout, Outlasts: true,
		Body: rest.FormOfFiles("files", document.MaxImages, map[string]*huma.Schema{"doc_type": docTypeSchema})}, h.images)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/files", ID: "processFiles", Tag: "Documentos",
		Summary: fmt.Sprintf("Enviar hasta %d archivos PDF, Word (.docx), JPG, PNG o TIFF, cada uno un documento, o correos (.eml, .msg) y archivos ZIP que los traen", document.MaxFiles),
		Status:  http.StatusAccepted, Answers: []int{http.StatusRequestEntityTooLarge},
		Timeout: uploadTimeout, Outlasts: true,
		Body: rest.FormOfFiles("files", document.MaxFiles, map[string]*huma.Schema{"doc_type": typeOfFilesSchema, "password": passwordSchema})}, h.files)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/deliveries", ID: "deliveries", Tag: "Documentos",
		Summary: "Correos y archivos comprimidos que llegaron, del más reciente al más antiguo"}, h.deliveries)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/deliveries/{id}", ID: "delivery", Heavy: rest.Texts, Tag: "Documentos",
		Summary: "Un correo o archivo comprimido, y qué pasó con cada parte",
		Answers: []int{http.StatusNotFound}}, h.delivery)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/deliveries/{id}/take", ID: "takeDelivery", Tag: "Documentos",
		Summary: "Recibir un correo que una regla del buzón ignoró", Status: http.StatusAccepted, Timeout: uploadTimeout,
		Answers: []int{http.StatusNotFound, http.StatusConflict}}, h.takeDelivery)
	rest.HandleEvents(h.api, rest.Route{Method: http.MethodGet, Path: "/events", ID: "events", Tag: "Documentos",
		Summary: "Lo que pasa mientras tanto: envíos que avanzan, documentos y parejas que cambian"}, eventData, h.events)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/tasks", ID: "tasks", Tag: "Documentos",
		Summary: "Envíos, del más reciente al más antiguo"}, h.tasks)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/tasks/{task_id}/retry", ID: "retryTask", Tag: "Documentos",
		Summary: "Repetir un envío que falló", Status: http.StatusAccepted,
		Answers: []int{http.StatusNotFound, http.StatusConflict}}, h.retryTask)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/tasks/{task_id}/cancel", ID: "cancelTask", Tag: "Documentos", Admin: true,
		Summary: "Cancelar un envío que no ha terminado",
		Answers: []int{http.StatusNotFound, http.StatusConflict}}, h.cancelTask)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/tasks/{task_id}", ID: "task", Tag: "Documentos",
		Summary: "Avance y resultado de un envío",
		Answers: []int{http.StatusNotFound}}, h.task)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents", ID: "documents", Tag: "Documentos",
		Summary: "Documentos, del más reciente al más antiguo"}, h.documents)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/saved-views", ID: "savedViews", Tag: "Documentos",
		Summary: "Filtros de la lista de documentos guardados con un nombre: los propios y los que se comparten, por nombre"}, h.savedViews)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/saved-views", ID: "saveView", Tag: "Documentos",
		Summary: "Guardar filtros de la lista de documentos con un nombre, para uno mismo o para todos"}, h.saveView)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: "/saved-views/{id}", ID: "deleteView", Tag: "Documentos",
		Summary: "Borrar una vista propia; un administrador, también una compartida de otro", Status: http.StatusNoContent,
		Answers: []int{http.StatusNotFound}}, h.deleteView)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/search", ID: "search", Heavy: rest.Searches, Tag: "Documentos",
		Summary: "Buscar por lo que dicen los documentos"}, h.search)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/bin", ID: "bin", Tag: "Documentos", Admin: true,
		Summary: "La papelera: documentos borrados que aún se pueden restaurar, el último borrado primero"}, h.bin)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: "/documents/bin/{id}", ID: "eraseDocument", Tag: "Documentos", Admin: true,
		Summary: "Eliminar definitivamente un documento de la papelera, con su original", Status: http.StatusNoContent,
		Answers: []int{http.StatusNotFound}}, h.eraseDocument)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/{id}/restore", ID: "restoreDocument", Tag: "Documentos", Admin: true,
		Summary: "Restaurar un documento de la papelera, con su original y sus parejas", Heavy: rest.Comparisons,
		Answers: []int{http.StatusNotFound}, Timeout: compareTimeout}, h.restoreDocument)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/{id}", ID: "document", Heavy: rest.Texts, Tag: "Documentos",
		Summary: "Un documento con todo lo que se sabe de él",
		Answers: []int{http.StatusNotFound}}, h.document)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: "/documents/{id}", ID: "deleteDocument", Tag: "Documentos", Admin: true,
		Summary: "Borrar un documento; queda en la papelera los días que diga la configuración", Status: http.StatusNoContent,
		Answers: []int{http.StatusNotFound}}, h.deleteDocument)
}

// registerEditing adds what people enter and correct, and what they look at meanwhile.
func (h *handlers) registerEditing() {
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/manual", ID: "manual", Tag: "Edición",
		Summary: "Registrar un documento a mano, sin archivo",
		Status:  http.StatusCreated, Answers: []int{http.StatusRequestEntityTooLarge}}, h.manual)
	rest.Handle(h.api, rest.Route{Method: http.MethodPut, Path: "/documents/{id}/validate", ID: "validate", Heavy: rest.Texts, Tag: "Edición",
		Summary: "Guardar correcciones y dar el documento por validado",
		Answers: []int{http.StatusNotFound, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge}}, h.validate)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/bulk", ID: "changeDocuments", Heavy: rest.Comparisons, Tag: "Edición",
		Summary: fmt.Sprintf("Cambiar hasta %d documentos a la vez: aprobarlos, deshacer su aprobación, darles un tipo, ponerles o quitarles una etiqueta, asignarlos", document.MaxBulk),
		Timeout: compareTimeout}, h.changeDocuments)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/{id}/split", ID: "splitDocument", Heavy: rest.Divisions, Tag: "Edición",
		Summary: "Dividir un archivo con varios escritos: cada uno queda como un documento, con sus páginas; el archivo pasa a la papelera y se conserva",
		Status:  http.StatusAccepted, Timeout: exportTimeout,
		Answers: []int{http.StatusNotFound, http.StatusConflict, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge}}, h.splitDocument)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/{id}/join", ID: "joinDocument", Heavy: rest.Comparisons, Tag: "Edición",
		Summary: "Deshacer la división de un archivo: vuelve como estaba y sus escritos pasan a la papelera",
		Timeout: compareTimeout, Answers: []int{http.StatusNotFound, http.StatusConflict}}, h.joinDocument)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/{id}/history", ID: "history", Tag: "Edición",
		Summary: "Cambios de un documento, del más reciente al más antiguo",
		Answers: []int{http.StatusNotFound}}, h.history)
	rest.HandleFile(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/{id}/original", ID: "original", Tag: "Documentos",
		Summary: "El archivo tal como se recibió, entero o por partes",
		Answers: []int{http.StatusNotFound}}, originalTypes(), h.original)
	rest.HandleFile(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/{id}/pages/{number}", ID: "page", Heavy: rest.Pages, Tag: "Documentos",
		Summary: "Una página del archivo como imagen: en grises, o en colores",
		Answers: []int{http.StatusNotFound}}, []string{pngType, jpegType}, h.page)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/{id}/pages/{number}/words", ID: "pageWords", Tag: "Documentos",
		Summary: "Las palabras de una página y dónde están en ella",
		Answers: []int{http.StatusNotFound}}, h.pageWords)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/{id}/recurring", ID: "recurring", Heavy: rest.Searches, Tag: "Duplicados",
		Summary: "Otros documentos de la misma persona",
		Answers: []int{http.StatusNotFound, http.StatusRequestEntityTooLarge}}, h.recurring)
}

// registerDuplicates adds comparisons and decisions.
func (h *handlers) registerDuplicates() {
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/documents/{id}/duplicates", ID: "duplicates", Heavy: rest.Comparisons, Tag: "Duplicados",
		Summary: "Documentos que cuentan lo mismo que este",
		Answers: []int{http.StatusNotFound}, Timeout: compareTimeout}, h.duplicates)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/{id}/compare/{other}", ID: "compare", Heavy: rest.Comparisons, Tag: "Duplicados",
		Summary: "Dos documentos lado a lado: qué comparten sus textos y por qué son o no el mismo",
		Answers: []int{http.StatusNotFound}, Timeout: compareTimeout}, h.compare)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/duplicates", ID: "pairs", Tag: "Duplicados",
		Summary: "Parejas de documentos que el programa o una persona relacionó, con lo que se decidió"}, h.pairs)
	rest.Handle(h.api, rest.Route{Method: http.MethodPut, Path: "/documents/{id}/duplicates/{other}/decision", ID: "decide", Heavy: rest.Comparisons, Tag: "Duplicados",
		Summary: "Decidir si un documento repite otro",
		Answers: []int{http.StatusNotFound, http.StatusRequestEntityTooLarge}, Timeout: compareTimeout}, h.decide)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: "/documents/{id}/duplicates/{other}/decision", ID: "revokeDecision", Heavy: rest.Comparisons, Tag: "Duplicados",
		Summary: "Retirar lo que se decidió: la pareja queda de nuevo por decidir",
		Answers: []int{http.StatusNotFound}, Timeout: compareTimeout}, h.revoke)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/duplicates/verify", ID: "verify", Heavy: rest.Comparisons, Tag: "Duplicados",
		Summary: "Documentos que cuentan lo mismo que un texto sin guardar",
		Answers: []int{http.StatusRequestEntityTooLarge}, Timeout: compareTimeout, MaxBody: maxVerify}, h.verify)
}

// registerGroups adds form letters, people and cases.
func (h *handlers) registerGroups() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/form-letters", ID: "formLetters", Tag: "Duplicados",
		Summary: "Formatos que usaron varias personas, los de más escritos primero"}, h.formLetters)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/form-letters/{id}", ID: "formLetter", Tag: "Duplicados",
		Summary: "Un formato con los escritos que lo usan",
		Answers: []int{http.StatusNotFound}}, h.formLetter)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/form-letters/{id}/differences", ID: "formLetterDifferences", Heavy: rest.Comparisons, Tag: "Duplicados",
		Summary: "En qué se diferencian los escritos de un formato: las palabras de cada uno donde no dicen lo mismo",
		Answers: []int{http.StatusNotFound}, Timeout: compareTimeout}, h.formLetterDifferences)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/form-letters/{id}/pairs", ID: "formLetterPairs", Tag: "Duplicados",
		Summary: "Las parejas de un formato que son de personas distintas y que nadie ha decidido",
		Answers: []int{http.StatusNotFound}}, h.formLetterPairs)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/people", ID: "people", Tag: "Personas",
		Summary: "Personas que han presentado escritos, por parte de su nombre o de su cédula"}, h.people)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/people/filings", ID: "filings", Tag: "Personas",
		Summary: "Los escritos de una persona y lo que los relaciona",
		Answers: []int{http.StatusNotFound}}, h.filings)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/cases", ID: "case", Tag: "Personas",
		Summary: "Los documentos de un caso y lo que los relaciona",
		Answers: []int{http.StatusNotFound}}, h.caseFile)
}

// registerSpreadsheets adds imports and exports.
func (h *handlers) registerSpreadsheets() {
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/import/excel", ID: "import", Heavy: rest.Imports, Tag: "Excel",
		Summary: "Registrar los documentos de un libro de Excel",
		Status:  http.StatusCreated, Answers: []int{http.StatusRequestEntityTooLarge},
		Timeout: importTimeout,
		Body: rest.FormBody(
			"file",
			map[string]*huma.Schema{"update_existing": updateSchema, "strict": strictSchema, "dry_run": dryRunSchema, "mapping": mappingSchema},
		)}, h.importBook)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/import/excel/{key}", ID: "importProgress", Tag: "Excel",
		Summary: "Cuánto avanzó una importación en curso en este servidor", Background: true,
		Answers: []int{http.StatusNotFound}}, h.importProgress)
	rest.HandleFile(h.api, rest.Route{Method: http.MethodGet, Path: "/export/excel", ID: "export", Heavy: rest.Exports, Tag: "Excel",
		Summary: "Los documentos como libro de Excel o valores separados por comas; cuántos son, en X-Total-Count",
		Answers: []int{http.StatusNotFound}, Timeout: exportTimeout}, []string{xlsxType, csvType}, h.export)
	rest.HandleFile(h.api, rest.Route{Method: http.MethodGet, Path: "/cases/archive", ID: "caseArchive", Heavy: rest.Archives, Tag: "Documentos",
		Summary: "Los originales de un proceso como expediente electrónico (ZIP)",
		Answers: []int{http.StatusNotFound}, Timeout: exportTimeout}, []string{zipType}, h.caseArchive)
}

// registerConfiguration adds weights and thresholds.
func (h *handlers) registerConfiguration() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/config/dedup", ID: "dedupConfig", Tag: "Configuración",
		Summary: "Pesos y umbrales con que se comparan los escritos"}, h.dedupConfig)
	rest.Handle(h.api, rest.Route{Method: http.MethodPut, Path: "/config/dedup", ID: "setDedupConfig", Tag: "Configuración", Admin: true,
		Summary: "Cambiar pesos y umbrales; lo que falte queda como está",
		Answers: []int{http.StatusRequestEntityTooLarge}}, h.setDedupConfig)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/config/dedup/preview", ID: "previewDedup", Heavy: rest.Exports, Tag: "Configuración", Admin: true,
		Summary: "Qué cambiarían unos pesos y umbrales en las parejas por decidir, sin guardarlos",
		Answers: []int{http.StatusRequestEntityTooLarge}, Timeout: compareTimeout}, h.previewDedup)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/config/dedup/history", ID: "dedupHistory", Tag: "Configuración",
		Summary: "Pesos y umbrales que se guardaron, de los más recientes a los más antiguos"}, h.dedupHistory)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/config/dedup/undo", ID: "undoDedup", Tag: "Configuración", Admin: true,
		Summary: "Volver a los pesos y umbrales que regían antes",
		Answers: []int{http.StatusConflict}}, h.undoDedup)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/config/ner", ID: "nerConfig", Tag: "Configuración",
		Summary: "Extractores de datos y sus pesos"}, h.nerConfig)
	rest.Handle(h.api, rest.Route{Method: http.MethodPut, Path: "/config/ner", ID: "setNERConfig", Tag: "Configuración", Admin: true,
		Summary: "Cambiar pesos, extractores activos y confianza mínima; lo que falte queda como está",
		Answers: []int{http.StatusRequestEntityTooLarge}}, h.setNERConfig)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/config/ner/history", ID: "nerHistory", Tag: "Configuración",
		Summary: "Configuraciones de la extracción que se guardaron, de la más reciente a la más antigua"}, h.nerHistory)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/config/ner/undo", ID: "undoNER", Tag: "Configuración", Admin: true,
		Summary: "Volver a la configuración de la extracción que regía antes",
		Answers: []int{http.StatusConflict}}, h.undoNER)
}

// registerMailRules adds the rules for messages of mailboxes.
func (h *handlers) registerMailRules() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/config/mail-rules", ID: "mailRules", Tag: "Configuración",
		Summary: "Reglas del buzón: qué correos se reciben, con qué tipo y etiquetas, y cuáles se ignoran"}, h.mailRules)
	rest.Handle(h.api, rest.Route{Method: http.MethodPut, Path: "/config/mail-rules", ID: "setMailRules", Tag: "Configuración", Admin: true,
		Summary: "Reemplazar las reglas del buzón; rigen desde el próximo correo",
		Answers: []int{http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge}}, h.setMailRules)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/config/mail-rules/preview", ID: "tryMailRules", Tag: "Configuración", Admin: true,
		Summary: fmt.Sprintf("Qué harían unas reglas con los últimos %d correos del buzón, sin guardarlas", document.MaxMailTrial),
		Answers: []int{http.StatusRequestEntityTooLarge}}, h.tryMailRules)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/config/mail-rules/history", ID: "mailRulesHistory", Tag: "Configuración",
		Summary: "Reglas del buzón que se guardaron, de las más recientes a las más antiguas"}, h.mailRulesHistory)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/config/mail-rules/undo", ID: "undoMailRules", Tag: "Configuración", Admin: true,
		Summary: "Volver a las reglas del buzón que regían antes",
		Answers: []int{http.StatusConflict}}, h.undoMailRules)
}

// registerStatistics adds figures.
func (h *handlers) registerStatistics() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/stats/activity", ID: "activity", Tag: "Estadísticas",
		Summary: "Qué llegó cada día, qué se decidió y qué espera"}, h.activity)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/stats/processing", ID: "processingStats", Tag: "Estadísticas",
		Summary: "Cuánto se ha procesado"}, h.processingStats)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/documents/stats/dashboard", ID: "dashboard", Tag: "Estadísticas",
		Summary: "Los documentos de un vistazo: por tipo, por estado, por día"}, h.dashboard)
}
