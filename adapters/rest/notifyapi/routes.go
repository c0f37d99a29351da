// Package notifyapi is the HTTP interface of the notification service: its
// routes, its JSON and its status codes. Handlers bind, call ports.NotificationService,
// ports.UserAdmin or ports.Auth, convert and respond; they decide nothing.
package notifyapi

import (
	"fmt"
	"net/http"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/ports"
)

// Deps has the services behind the interface, and the data of its description.
type Deps struct {
	NotificationService ports.NotificationService
	Users               ports.UserAdmin
	Auth                ports.Auth
	Database            ports.Pinger
	IdentityProvider    ports.IdentityProvider // nil: local users alone
	ExternalSessions    ports.ExternalSessions // with IdentityProvider

	Components func() []document.Component // that health shows; nil for none

	Version string // as health and the description report it
}

// handlers answer the routes; each file of this package has those of one tag.
type handlers struct {
	Deps
	api *rest.API
}

// Statuses that routes answer beside those of their success.
const (
	bad     = http.StatusBadRequest
	missing = http.StatusNotFound
	large   = http.StatusRequestEntityTooLarge
)

// uploadTimeout is long enough for a file over a slow line.
const uploadTimeout = 5 * time.Minute

// CORSMethods are the methods that pages of other origins may use: those of the routes.
var CORSMethods = [...]string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

// Register adds the interface to server and returns it.
func Register(server *rest.Server, deps Deps) *rest.API {
	h := &handlers{deps, server.NewAPI(rest.Spec{
		Title:       "Cotejo: notificaciones",
		Description: "Lleva el registro de los procesos, sus sujetos y las notificaciones que se les envían.",
		Version:     deps.Version,
		Statuses:    statuses,
	})}
	h.registerSessions()
	h.registerCases()
	h.registerNotifications()
	h.registerAttachments()
	h.registerReceipts()
	h.registerCourts()
	h.registerSubjects()
	h.registerUsers()
	return h.api
}

// registerSessions adds health and logins.
func (h *handlers) registerSessions() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/health", ID: "health", Tag: "Servicio", Public: true,
		Summary: "El programa está en marcha; cómo están los buzones que lee"}, h.health)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/ready", ID: "ready", Tag: "Servicio", Public: true,
		Summary: "La base de datos responde; si no, 503"}, h.ready)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/auth/login", ID: "login", Tag: "Sesión", Public: true,
		Summary: "Ingresar con correo y contraseña", MaxBody: rest.MaxLogin,
		Answers: []int{http.StatusUnauthorized, large, http.StatusTooManyRequests}}, h.login)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/auth/logout", ID: "logout", Tag: "Sesión", AnyPassword: true, NoTurn: true,
		Summary: "Terminar la sesión", Status: http.StatusNoContent}, h.logout)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: "/auth/sessions", ID: "terminarSesionesDe", Tag: "Sesión", Admin: true, NoTurn: true,
		Summary: "Terminar todas las sesiones de un usuario por su nombre, también si entró con el proveedor de identidad",
		Status:  http.StatusNoContent, Answers: []int{missing}}, h.endSessionsOf)
	rest.HandleSessions(h.api, h.Auth)
	if h.IdentityProvider != nil {
		rest.HandleSignIn(h.api, h.IdentityProvider, h.ExternalSessions, "/")
	}
	rest.Handle(h.api, rest.Route{Method: http.MethodPut, Path: "/auth/password", ID: "cambiarClave", Tag: "Sesión", AnyPassword: true,
		Summary: "Cambiar la contraseña propia: las sesiones terminan", Status: http.StatusNoContent,
		Answers: []int{large, http.StatusTooManyRequests}}, h.changePassword)
}

// registerCases adds cases.
func (h *handlers) registerCases() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/procesos", ID: "procesos", Tag: "Procesos",
		Summary: "Procesos, del más reciente al más antiguo"}, h.cases)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/procesos", ID: "crearProceso", Tag: "Procesos",
		Summary: "Registrar un proceso", Status: http.StatusCreated, Answers: []int{bad, large}}, h.openCase)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/procesos/{id}", ID: "proceso", Tag: "Procesos",
		Summary: "Un proceso", Answers: []int{missing}}, h.oneCase)
	rest.Handle(h.api, rest.Route{Method: http.MethodPatch, Path: "/procesos/{id}", ID: "corregirProceso", Tag: "Procesos",
		Summary: "Corregir un proceso: lo que no se envía queda como está", Answers: []int{bad, missing, large}}, h.correctCase)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/procesos/{id}/historial", ID: "historialDeProceso", Tag: "Procesos",
		Summary: "Qué se corrigió en un proceso, quién y cuándo", Answers: []int{missing}}, h.caseCorrections)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/procesos/{id}/notificaciones", ID: "notificacionesDeProceso", Tag: "Procesos",
		Summary: "Notificaciones de un proceso", Answers: []int{missing}}, h.notificationsOfCase)
	rest.HandleFile(h.api, rest.Route{Method: http.MethodGet, Path: "/procesos/{id}/notificaciones/excel", ID: "notificacionesEnExcel", Heavy: rest.Exports,
		Tag:     "Procesos",
		Summary: "Notificaciones de un proceso, con su historial, en un libro de Excel", Answers: []int{missing}}, []string{xlsxType}, h.workbook)
}

// registerNotifications adds notifications and their calendar.
func (h *handlers) registerNotifications() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/notificaciones", ID: "notificaciones", Tag: "Notificaciones",
		Summary: "Notificaciones, de la más reciente a la más antigua"}, h.notifications)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/notificaciones", ID: "crearNotificacion", Tag: "Notificaciones",
		Summary: "Registrar una notificación", Status: http.StatusCreated, Answers: []int{bad, missing, large}}, h.notify)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/notificaciones/{id}", ID: "notificacion", Tag: "Notificaciones",
		Summary: "Una notificación con su historial", Answers: []int{missing}}, h.notification)
	rest.Handle(h.api, rest.Route{Method: http.MethodPatch, Path: "/notificaciones/{id}/estado", ID: "cambiarEstado", Tag: "Notificaciones",
		Summary: "Cambiar el estado de una notificación", Answers: []int{bad, missing, large}}, h.move)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/notificaciones/{id}/enviar", ID: "enviar", Tag: "Notificaciones",
		Summary: "Enviar por correo una notificación pendiente", Status: http.StatusAccepted, Answers: []int{bad, missing}}, h.send)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/notificaciones/{id}/vista-previa", ID: "vistaPrevia", Tag: "Notificaciones",
		Summary: "El correo de una notificación tal como saldría ahora, o como está en cola", Answers: []int{bad, missing}}, h.preview)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/notificaciones/{id}/detener", ID: "detener", Tag: "Notificaciones",
		Summary: "Detener el correo que está en cola: la notificación vuelve a quedar pendiente", Answers: []int{bad, missing}}, h.stop)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/calendario", ID: "calendario", Tag: "Notificaciones",
		Summary: "Días hábiles de los juzgados, y cuántas notificaciones abiertas vencen cada día"}, h.calendar)
}

// registerAttachments adds the files that go with e-mails.
func (h *handlers) registerAttachments() {
	const list, file = "/notificaciones/{id}/adjuntos", "/notificaciones/{id}/adjuntos/{adjunto}"
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: list, ID: "adjuntar", Tag: "Notificaciones",
		Summary: fmt.Sprintf("Adjuntar un PDF, DOCX, JPG o PNG de hasta %d MB al correo de una notificación que no se ha pedido enviar; "+
			"el mismo contenido se adjunta una vez", notification.MaxAttachment>>20),
		Status: http.StatusCreated, Answers: []int{bad, missing, large}, Timeout: uploadTimeout,
		Body: rest.FormBody(attachmentField, nil)}, h.attach)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: list, ID: "adjuntos", Tag: "Notificaciones",
		Summary: "Los adjuntos de una notificación", Answers: []int{missing}}, h.attachments)
	rest.HandleFile(h.api, rest.Route{Method: http.MethodGet, Path: file, ID: "adjunto", Tag: "Notificaciones",
		Summary: "Un adjunto, byte por byte", Answers: []int{missing}}, attachmentTypes(), h.attachment)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: file, ID: "quitarAdjunto", Tag: "Notificaciones",
		Summary: "Quitar un adjunto de una notificación que no se ha pedido enviar; uno que ya salió en un correo se queda",
		Status:  http.StatusNoContent, Answers: []int{bad, missing}}, h.detach)
}

// registerReceipts adds what came back for e-mails.
func (h *handlers) registerReceipts() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/recibos", ID: "recibos", Tag: "Recibos",
		Summary: "Devoluciones, acuses y respuestas a los correos enviados, de la más reciente a la más antigua"}, h.receipts)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/recibos/{id}", ID: "recibo", Tag: "Recibos",
		Summary: "Un recibo", Answers: []int{missing}}, h.receipt)
	rest.HandleFile(h.api, rest.Route{Method: http.MethodGet, Path: "/recibos/{id}/mensaje", ID: "mensajeDeRecibo", Tag: "Recibos",
		Summary: "El mensaje de un recibo, tal como llegó; lo escribió un extraño", Answers: []int{missing}}, []string{messageType}, h.receiptMessage)
	rest.Handle(h.api, rest.Route{Method: http.MethodPatch, Path: "/recibos/{id}", ID: "resolverRecibo", Tag: "Recibos",
		Summary: "Asignar a una notificación un recibo SIN_ASOCIAR, o descartarlo; no cambia el estado de ninguna",
		Answers: []int{bad, missing, large}}, h.settleReceipt)
}

// registerCourts adds courts and the text of their e-mails.
func (h *handlers) registerCourts() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/juzgados", ID: "juzgados", Tag: "Juzgados",
		Summary: "Juzgados conocidos por su nombre, en orden alfabético"}, h.courts)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/juzgados", ID: "crearJuzgado", Tag: "Juzgados",
		Summary: "Registrar un juzgado", Status: http.StatusCreated, Answers: []int{bad, large}}, h.registerCourt)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/juzgados/{id}/historial", ID: "historialDeJuzgado", Tag: "Juzgados",
		Summary: "Qué se cambió en la plantilla de un juzgado, quién y cuándo", Answers: []int{missing}}, h.courtCorrections)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/juzgados/{id}/plantilla-correo", ID: "plantillaCorreo", Tag: "Juzgados",
		Summary: "El asunto y el texto de los correos de un juzgado: su plantilla o la predeterminada", Answers: []int{missing}}, h.mailTemplate)
	rest.Handle(h.api, rest.Route{Method: http.MethodPut, Path: "/juzgados/{id}/plantilla-correo", ID: "cambiarPlantillaCorreo", Tag: "Juzgados", Admin: true,
		Summary: "Cambiar la plantilla de los correos de un juzgado; los que están en cola salen como están",
		Answers: []int{missing, large}}, h.setMailTemplate)
	rest.Handle(h.api, rest.Route{Method: http.MethodDelete, Path: "/juzgados/{id}/plantilla-correo", ID: "quitarPlantillaCorreo", Tag: "Juzgados", Admin: true,
		Summary: "Volver a la plantilla predeterminada", Status: http.StatusNoContent, Answers: []int{missing}}, h.resetMailTemplate)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/juzgados/{id}/plantilla-correo/vista-previa", ID: "vistaPreviaDePlantilla", Tag: "Juzgados",
		Summary: "Cómo saldría con esta plantilla el correo de una notificación de ejemplo; no guarda nada",
		Answers: []int{missing, large}}, h.previewMailTemplate)
}

// registerSubjects adds subjects.
func (h *handlers) registerSubjects() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/sujetos", ID: "sujetos", Tag: "Sujetos",
		Summary: "Sujetos, del más reciente al más antiguo"}, h.subjects)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/sujetos", ID: "crearSujeto", Tag: "Sujetos",
		Summary: "Registrar un sujeto", Status: http.StatusCreated, Answers: []int{bad, large}}, h.enterSubject)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/sujetos/{id}", ID: "sujeto", Tag: "Sujetos",
		Summary: "Un sujeto", Answers: []int{missing}}, h.subject)
	rest.Handle(h.api, rest.Route{Method: http.MethodPatch, Path: "/sujetos/{id}", ID: "corregirSujeto", Tag: "Sujetos",
		Summary: "Corregir un sujeto: lo que no se envía queda como está, null borra", Answers: []int{missing, large}}, h.correctSubject)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/sujetos/{id}/historial", ID: "historialDeSujeto", Tag: "Sujetos",
		Summary: "Qué se corrigió en un sujeto, quién y cuándo", Answers: []int{missing}}, h.subjectCorrections)
}

// registerUsers adds users.
func (h *handlers) registerUsers() {
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/usuarios", ID: "usuarios", Tag: "Usuarios", Admin: true,
		Summary: "Usuarios, del más reciente al más antiguo"}, h.users)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/usuarios", ID: "crearUsuario", Tag: "Usuarios", Admin: true,
		Summary: "Registrar un usuario", Status: http.StatusCreated, Answers: []int{bad, large}}, h.registerUser)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/usuarios/{id}", ID: "usuario", Tag: "Usuarios", Admin: true,
		Summary: "Un usuario", Answers: []int{missing}}, h.user)
	rest.Handle(h.api, rest.Route{Method: http.MethodGet, Path: "/usuarios/{id}/historial", ID: "historialDeUsuario", Tag: "Usuarios", Admin: true,
		Summary: "Qué se hizo con un usuario, quién y cuándo", Answers: []int{missing}}, h.userEvents)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/usuarios/{id}/desbloquear", ID: "desbloquearUsuario", Tag: "Usuarios", Admin: true,
		Summary: "Quitar el bloqueo por intentos fallidos", Answers: []int{missing}}, h.unlock)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/usuarios/{id}/terminar-sesiones", ID: "terminarSesiones", Tag: "Usuarios", Admin: true, NoTurn: true,
		Summary: "Terminar todas las sesiones de un usuario, que puede volver a ingresar", Answers: []int{missing}}, h.endSessions)
	rest.Handle(h.api, rest.Route{Method: http.MethodPost, Path: "/usuarios/{id}/desactivar", ID: "desactivarUsuario", Tag: "Usuarios", Admin: true,
		Summary: "Impedir el ingreso de un usuario, desde ya", Answers: []int{bad, missing}}, h.disable)
}
