package notifyapi

import (
	"context"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/docket"
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
	Estado   string  `json:"estado" enum:"EN_COLA,ENVIANDO,ENTREGADO,RECHAZADO,INCIERTO" doc:"ENTREGADO: el servidor de correo lo recibió. INCIERTO: nadie lo sabe; una persona lo averigua y mueve la notificación"`
	Para     string  `json:"para"`
	Asunto   string  `json:"asunto"`
	Intentos int     `json:"intentos"`
	Motivo   *string `json:"motivo" doc:"Por qué fue rechazado, aplazado o es incierto"`
	Fecha    Stamp   `json:"fecha" doc:"Del último cambio"`
}

func dispatchOf(d *docket.Dispatch) rest.OrNull[Envio] {
	if d == nil {
		return rest.OrNull[Envio]{}
	}
	return rest.OrNull[Envio]{Value: &Envio{Estado: string(d.State), Para: d.To, Asunto: d.Subject, Intentos: d.Tries, Motivo: orNull(d.Reason), Fecha: stamp(d.ChangedAt)}}
}

func notificationOf(n docket.Notification) Notificacion {
	return Notificacion{ID: n.ID, IDProceso: n.CaseID, IDSujeto: n.SubjectID, Canal: string(n.Channel), Estado: string(n.State),
		Observacion: n.Remark, FechaCreacion: stamp(n.CreatedAt), FechaActualizacion: stamp(n.UpdatedAt),
		FechaEnvio: stampOrNull(n.SentAt), FechaRecepcion: stampOrNull(n.ReceivedAt), Intentos: n.Attempts, CreadoPor: n.CreatedBy,
		Envio: dispatchOf(n.Dispatch),
		Historial: each(n.History, func(m docket.Movement) Movimiento {
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
}

func (h *handlers) notifications(ctx context.Context, in *notificationsInput) (*paged[Notificacion], error) {
	f := docket.NotificationFilter{State: docket.State(in.Estado), Channel: docket.Channel(in.Canal),
		CaseID: strings.ToLower(in.IDProceso), SubjectID: strings.ToLower(in.IDSujeto)}
	list, err := h.Docket.ListNotifications(ctx, rest.Actor(ctx), f, in.Vencidas, in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, notificationOf), nil
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

func (h *handlers) notify(ctx context.Context, in *notifyInput) (*made[Notificacion], error) {
	n, err := h.Docket.Notify(ctx, rest.Actor(ctx), docket.NotificationDraft{Key: in.Key, CaseID: in.Body.IDProceso,
		SubjectID: in.Body.IDSujeto, Channel: docket.Channel(in.Body.Canal), Remark: in.Body.Observacion})
	if err != nil {
		return nil, err
	}
	return &made[Notificacion]{Location: "/notificaciones/" + n.ID, Body: notificationOf(n)}, nil
}

func (h *handlers) notification(ctx context.Context, in *IDPath) (*one[Notificacion], error) {
	n, err := h.Docket.Notification(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &one[Notificacion]{notificationOf(n)}, nil
}

type moveInput struct {
	IDPath
	Body struct {
		NuevoEstado string `json:"nuevo_estado" enum:"PENDIENTE,EN_PROCESO,ENVIADA,RECIBIDA,FALLIDA,CANCELADA"`
		Observacion string `json:"observacion,omitempty" nullable:"true"`
	} `nameHint:"CambioDeEstado"`
}

func (h *handlers) move(ctx context.Context, in *moveInput) (*one[Notificacion], error) {
	n, err := h.Docket.Move(ctx, rest.Actor(ctx), in.id(), docket.State(in.Body.NuevoEstado), in.Body.Observacion)
	if err != nil {
		return nil, err
	}
	return &one[Notificacion]{notificationOf(n)}, nil
}

type sendInput struct {
	IDPath
	rest.Once
}

func (h *handlers) send(ctx context.Context, in *sendInput) (*one[Notificacion], error) {
	n, err := h.Docket.Send(ctx, rest.Actor(ctx), in.id(), in.Key)
	if err != nil {
		return nil, err
	}
	return &one[Notificacion]{notificationOf(n)}, nil
}
