package notifyapi

import (
	"context"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

// Dia is a day of the courts' calendar.
type Dia struct {
	Fecha  string  `json:"fecha" format:"date"`
	Habil  bool    `json:"habil"`
	Motivo *string `json:"motivo" doc:"Por qué no es hábil"`
	Hoy    bool    `json:"hoy"`
	Vencen int     `json:"vencen" doc:"Notificaciones abiertas cuyo último día es ese"`
}

func dayOfCalendar(d notification.CalendarDay) Dia {
	return Dia{Fecha: d.Day.String(), Habil: d.ClosedFor == "", Motivo: orNull(d.ClosedFor), Hoy: d.Today, Vencen: d.Due}
}

type calendarInput struct {
	From string `query:"desde" required:"true" format:"date" doc:"Primer día, AAAA-MM-DD"`
	To   string `query:"hasta" required:"true" format:"date" doc:"Último día, incluido; a lo sumo un año después"`
}

type calendarBody struct {
	Dias []Dia `json:"dias" nullable:"false"`
}

func (h *handlers) calendar(ctx context.Context, in *calendarInput) (*one[calendarBody], error) {
	from, err := dayOf("query.desde", in.From)
	if err != nil {
		return nil, err
	}
	to, err := dayOf("query.hasta", in.To)
	if err != nil {
		return nil, err
	}
	days, err := h.NotificationService.Calendar(ctx, rest.Actor(ctx), from, to)
	if err != nil {
		return nil, err
	}
	return &one[calendarBody]{calendarBody{Dias: each(days, dayOfCalendar)}}, nil
}

// dayOf reads a day; the fault says where it stands.
func dayOf(location, value string) (document.Day, error) {
	day, err := document.ParseDay(value)
	if f, ok := fault.As(err); ok {
		return 0, f.With(fault.Detail{Location: location, Message: f.Message})
	}
	return day, err
}
