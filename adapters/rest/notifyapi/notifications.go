package notifyapi

import (
	"context"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// Notificacion is a notification and what became of it.
type Notificacion struct {
	ID                 string             `json:"id" format:"uuid"`
	IDProceso          string             `json:"id_proceso" format:"uuid"`
	IDSujeto           string             `json:"id_sujeto" format:"uuid"`
	Canal              string             `json:"canal" enum:"EMAIL,WHATSAPP,PRESENCIAL,TELEFONO,CORREO_FISICO"`
	Estado             string             `json:"estado" enum:"PENDIENTE,EN_PROCESO,ENVIADA,RECIBIDA,FALLIDA,CANCELADA"`
	Observacion        string             `json:"observacion" doc:"De quien la registró; cada cambio tiene la suya"`
	FechaCreacion      Stamp              `json:"fecha_creacion" example:"2026-03-04T15:04:05.123"`
	FechaActualizacion Stamp              `json:"fecha_actualizacion"`
	FechaEnvio         *Stamp             `json:"fecha_envio" doc:"La última vez; null si nunca se envió"`
	FechaRecepcion     *Stamp             `json:"fecha_recepcion"`
	Intentos           int                `json:"intentos" doc:"Para llegar al sujeto"`
	CreadoPor          string             `json:"creado_por" doc:"Quién había ingresado"`
	Envio              rest.OrNull[Envio] `json:"envio" doc:"Del correo que envía el propio servicio; null si no se pidió"`
	Historial          []Movimiento       `json:"historial" nullable:"false" doc:"Del más antiguo al más reciente; empieza en PENDIENTE"`

	Radicado     string   `json:"radicado" doc:"Del proceso"`
	NombreSujeto string   `json:"nombre_sujeto"`
	Vence        *string  `json:"vence" format:"date" doc:"Último día hábil en que está a tiempo; null si no está en PENDIENTE ni EN_PROCESO"`
	DiasHabiles  *int     `json:"dias_habiles" doc:"De hoy a vence; negativos si ya pasó"`
	Vencida      bool     `json:"vencida"`
	Cambios      []Cambio `json:"cambios" nullable:"false" doc:"Los demás estados, y si puede pasar a ellos"`
	Advertencias []string `json:"advertencias" nullable:"false" doc:"Lo que le falta al sujeto para notificarlo por el canal, mientras esté abierta"`
	NoSeEnvia    *string  `json:"no_se_envia" doc:"Por qué el servicio no la puede enviar por correo ahora; null si puede"`
}

// NotificacionDetallada is a notification with what came back for its e-mails, and what follows.
type NotificacionDetallada struct {
	Notificacion
	Adjuntos            []Adjunto              `json:"adjuntos" nullable:"false" doc:"Los archivos que van con su correo, del más antiguo al más reciente"`
	Recibos             []Recibo               `json:"recibos" nullable:"false" doc:"Los 100 más recientes de sus correos, del más reciente al más antiguo; los demás están en /recibos"`
	SeEntiendeRealizada rest.OrNull[Realizada] `json:"se_entiende_realizada" doc:"Desde cuándo cuenta una notificación por correo electrónico; null mientras no conste que llegó. Es una ayuda: decide el despacho"`
}

// Realizada is the day on which a notification counts as made.
type Realizada struct {
	Fecha string `json:"fecha" format:"date"`
	Base  string `json:"base" doc:"La norma y las fechas a las que se aplicó"`
}

func deemedOf(d notification.Deemed) rest.OrNull[Realizada] {
	if d.Day == 0 {
		return rest.OrNull[Realizada]{}
	}
	return rest.OrNull[Realizada]{Value: &Realizada{Fecha: d.Day.String(), Base: d.Basis}}
}

// Cambio is a state that a notification may go to, or why not.
type Cambio struct {
	A         string  `json:"a" enum:"PENDIENTE,EN_PROCESO,ENVIADA,RECIBIDA,FALLIDA,CANCELADA"`
	Permitido bool    `json:"permitido"`
	Motivo    *string `json:"motivo" doc:"Por qué no; null si se permite"`
}

// Movimiento is a change of state.
type Movimiento struct {
	De          string `json:"de"`
	A           string `json:"a"`
	Observacion string `json:"observacion"`
	Usuario     string `json:"usuario"`
	Fecha       Stamp  `json:"fecha"`
}

// Envio is an e-mail on its way.
type Envio struct {
	Estado   string  `json:"estado" enum:"EN_COLA,ENVIANDO,ENTREGADO,RECHAZADO,INCIERTO,DETENIDO" doc:"ENTREGADO: el servidor de correo lo recibió. INCIERTO: nadie lo sabe; una persona lo averigua y mueve la notificación. DETENIDO: una persona lo detuvo antes de salir"`
	Para     string  `json:"para"`
	Asunto   string  `json:"asunto"`
	Intentos int     `json:"intentos"`
	Motivo   *string `json:"motivo" doc:"Por qué fue rechazado, aplazado o es incierto, o quién lo detuvo"`
	Fecha    Stamp   `json:"fecha" doc:"Del último cambio"`
}

func dispatchOf(d *notification.Dispatch) rest.OrNull[Envio] {
	if d == nil {
		return rest.OrNull[Envio]{}
	}
	return rest.OrNull[Envio]{
		Value: &Envio{Estado: string(d.State), Para: d.To, Asunto: d.Subject, Intentos: d.Tries, Motivo: orNull(d.Reason), Fecha: stamp(d.ChangedAt)},
	}
}

// page answers notifications with the names of what they are about.
func (h *handlers) page(ctx context.Context, list pagination.Of[notification.Notification]) (*paged[Notificacion], error) {
	cases, subjects, err := h.NotificationService.Concerned(ctx, rest.Actor(ctx), list.Items)
	if err != nil {
		return nil, err
	}
	return pageOf(list, func(n notification.Notification) Notificacion {
		shown := h.notificationOf(n)
		shown.Radicado, shown.NombreSujeto = cases[n.CaseID].Number, subjects[n.SubjectID].Name
		if missing := subjects[n.SubjectID].Unreachable(n.Channel); n.State.Open() && missing != "" {
			shown.Advertencias = append(shown.Advertencias, missing)
		}
		return shown
	}), nil
}

// oneNotification answers a notification as page does.
func (h *handlers) oneNotification(ctx context.Context, n notification.Notification) (Notificacion, error) {
	list, err := h.page(ctx, pagination.Of[notification.Notification]{Items: []notification.Notification{n}})
	if err != nil {
		return Notificacion{}, err
	}
	return list.Body.Items[0], nil
}

func (h *handlers) notificationOf(n notification.Notification) Notificacion {
	o := h.NotificationService.Outlook(n)
	var due *string
	var left *int
	if o.Due != 0 {
		day := o.Due.String()
		due, left = &day, &o.Left
	}
	return Notificacion{Advertencias: []string{}, Vence: due, DiasHabiles: left, Vencida: o.Overdue, NoSeEnvia: orNull(o.Unsent),
		Cambios: each(o.Moves, func(m notification.NextState) Cambio {
			return Cambio{A: string(m.To), Permitido: m.Refusal == "", Motivo: orNull(m.Refusal)}
		}),
		ID: n.ID, IDProceso: n.CaseID, IDSujeto: n.SubjectID, Canal: string(n.Channel), Estado: string(n.State),
		Observacion: n.Remark, FechaCreacion: stamp(n.CreatedAt), FechaActualizacion: stamp(n.UpdatedAt),
		FechaEnvio: stampOrNull(n.SentAt), FechaRecepcion: stampOrNull(n.ReceivedAt), Intentos: n.Attempts, CreadoPor: n.CreatedBy,
		Envio: dispatchOf(n.Dispatch),
		Historial: each(n.History, func(m notification.Movement) Movimiento {
			return Movimiento{De: string(m.From), A: string(m.To), Observacion: m.Remark, Usuario: m.User, Fecha: stamp(m.At)}
		})}
}

type notificationsInput struct {
	Paging
	Estado    string `query:"estado" enum:"PENDIENTE,EN_PROCESO,ENVIADA,RECIBIDA,FALLIDA,CANCELADA"`
	Canal     string `query:"canal" enum:"EMAIL,WHATSAPP,PRESENCIAL,TELEFONO,CORREO_FISICO"`
	IDProceso string `query:"id_proceso" format:"uuid"`
	IDSujeto  string `query:"id_sujeto" format:"uuid"`
	Vencidas  bool   `query:"vencidas" doc:"true: solo las que llevan en PENDIENTE o EN_PROCESO más días hábiles de los permitidos"`
	Abiertas  bool   `query:"abiertas" doc:"true: solo las que están en PENDIENTE o EN_PROCESO"`
	Vence     string `query:"vence" format:"date" doc:"Solo las abiertas que vencen ese día"`
	Orden     string `query:"orden" enum:"recientes,antiguas" default:"recientes" doc:"antiguas: de las abiertas, primero las que vencen antes"`
}

func (h *handlers) notifications(ctx context.Context, in *notificationsInput) (*paged[Notificacion], error) {
	r := notification.ListRequest{Open: in.Abiertas, Overdue: in.Vencidas, NotificationFilter: notification.NotificationFilter{
		State: notification.State(in.Estado), Channel: notification.Channel(in.Canal),
		CaseID: strings.ToLower(in.IDProceso), SubjectID: strings.ToLower(in.IDSujeto), OldestFirst: in.Orden == "antiguas"}}
	if in.Vence != "" {
		var err error
		if r.DueOn, err = dayOf("query.vence", in.Vence); err != nil {
			return nil, err
		}
	}
	list, err := h.NotificationService.ListNotifications(ctx, rest.Actor(ctx), r, in.request())
	if err != nil {
		return nil, err
	}
	return h.page(ctx, list)
}

type notifyInput struct {
	rest.Once
	Body struct {
		IDProceso   string `json:"id_proceso" format:"uuid"`
		IDSujeto    string `json:"id_sujeto" format:"uuid"`
		Canal       string `json:"canal" enum:"EMAIL,WHATSAPP,PRESENCIAL,TELEFONO,CORREO_FISICO"`
		Observacion string `json:"observacion,omitempty" nullable:"true"`
	} `nameHint:"NotificacionNueva"`
}

func (h *handlers) notify(ctx context.Context, in *notifyInput) (*created[Notificacion], error) {
	n, err := h.NotificationService.Notify(ctx, rest.Actor(ctx), notification.NotificationDraft{Key: in.Key, CaseID: in.Body.IDProceso,
		SubjectID: in.Body.IDSujeto, Channel: notification.Channel(in.Body.Canal), Remark: in.Body.Observacion})
	if err != nil {
		return nil, err
	}
	shown, err := h.oneNotification(ctx, n)
	if err != nil {
		return nil, err
	}
	return &created[Notificacion]{Location: "/notificaciones/" + n.ID, Body: shown}, nil
}

func (h *handlers) notification(ctx context.Context, in *IDPath) (*one[NotificacionDetallada], error) {
	n, err := h.NotificationService.Notification(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	shown, err := h.oneNotification(ctx, n)
	detail := NotificacionDetallada{Notificacion: shown, Adjuntos: each(n.Attachments, attachmentOf),
		Recibos: each(n.Receipts, receiptOf), SeEntiendeRealizada: deemedOf(n.Deemed)}
	return &one[NotificacionDetallada]{detail}, err
}

type moveInput struct {
	IDPath
	Body struct {
		NuevoEstado string `json:"nuevo_estado" enum:"PENDIENTE,EN_PROCESO,ENVIADA,RECIBIDA,FALLIDA,CANCELADA"`
		Observacion string `json:"observacion,omitempty" nullable:"true"`
	} `nameHint:"CambioDeEstado"`
}

func (h *handlers) move(ctx context.Context, in *moveInput) (*one[Notificacion], error) {
	n, err := h.NotificationService.Move(ctx, rest.Actor(ctx), in.id(), notification.State(in.Body.NuevoEstado), in.Body.Observacion)
	if err != nil {
		return nil, err
	}
	shown, err := h.oneNotification(ctx, n)
	return &one[Notificacion]{shown}, err
}

type sendInput struct {
	IDPath
	rest.Once
}

// sendOutput says where and when to ask what came of the e-mail.
type sendOutput struct {
	Location   string `header:"Location" doc:"La notificación"`
	RetryAfter int    `header:"Retry-After" doc:"Segundos hasta que valga la pena preguntar"`
	Body       Notificacion
}

func (h *handlers) send(ctx context.Context, in *sendInput) (*sendOutput, error) {
	n, err := h.NotificationService.Send(ctx, rest.Actor(ctx), in.id(), in.Key)
	if err != nil {
		return nil, err
	}
	shown, err := h.oneNotification(ctx, n)
	return &sendOutput{Location: "/notificaciones/" + n.ID, RetryAfter: 1, Body: shown}, err
}

func (h *handlers) stop(ctx context.Context, in *IDPath) (*one[Notificacion], error) {
	n, err := h.NotificationService.Stop(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	shown, err := h.oneNotification(ctx, n)
	return &one[Notificacion]{shown}, err
}

// VistaPrevia is an e-mail before it is sent.
type VistaPrevia struct {
	Para     string    `json:"para"`
	Asunto   string    `json:"asunto"`
	Texto    string    `json:"texto"`
	Adjuntos []Adjunto `json:"adjuntos" nullable:"false"`
}

func previewOf(d notification.Dispatch) VistaPrevia {
	return VistaPrevia{Para: d.To, Asunto: d.Subject, Texto: d.Body, Adjuntos: attachedFiles(d)}
}

func (h *handlers) preview(ctx context.Context, in *IDPath) (*one[VistaPrevia], error) {
	d, err := h.NotificationService.Preview(ctx, rest.Actor(ctx), in.id())
	return &one[VistaPrevia]{previewOf(d)}, err
}
