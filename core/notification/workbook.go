package notification

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Workbook is the notifications of a case as a workbook.
type Workbook struct {
	Name    string // of the file
	Content []byte
}

// NotificationTable is the table of a case's notifications; see NotificationRow.
func NotificationTable() spreadsheet.Table {
	return spreadsheet.Table{Name: "Notificaciones", Columns: []spreadsheet.Column{
		{Name: "radicado", Label: "Radicado", Width: 26},
		{Name: "sujeto", Label: "Sujeto", Width: 34},
		{Name: "numero_documento", Label: "Número de documento", Width: 20},
		{Name: "canal", Label: "Canal", Width: 15},
		{Name: "correo", Label: "Correo", Width: 28},
		{Name: "estado", Label: "Estado", Width: 14},
		{Name: "observacion", Label: "Observación", Width: 40},
		{Name: "fecha_creacion", Label: "Fecha de registro", Width: 20},
		{Name: "fecha_envio", Label: "Fecha de envío", Width: 20},
		{Name: "fecha_recepcion", Label: "Fecha de recepción", Width: 20},
		{Name: "intentos", Label: "Intentos", Width: 10},
		{Name: "historial", Label: "Historial", Width: 60},
		{Name: "id", Label: "ID", Width: 38},
	}}
}

// NotificationRow returns the cells of a notification, one a column of
// NotificationTable. Times are those of Colombia, as people read them.
func NotificationRow(n Notification, c Case, s Subject) []spreadsheet.Cell {
	return []spreadsheet.Cell{
		spreadsheet.TextCell(c.Number), spreadsheet.TextCell(s.Name), spreadsheet.TextCell(s.DocumentNumber), spreadsheet.TextCell(string(n.Channel)),
		spreadsheet.TextCell(s.Email), spreadsheet.TextCell(string(n.State)), spreadsheet.TextCell(n.Remark),
		spreadsheet.DateCell(n.CreatedAt), spreadsheet.DateCell(n.SentAt), spreadsheet.DateCell(n.ReceivedAt),
		{Kind: spreadsheet.Number, Value: strconv.Itoa(n.Attempts)}, spreadsheet.TextCell(historyText(n.History)), spreadsheet.TextCell(n.ID),
	}
}

// historyText writes a history for people, one line a change.
func historyText(history []Movement) string {
	var b strings.Builder
	for i, m := range history {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: de %s a %s, %s", m.At.In(document.Colombia()).Format("2006-01-02 15:04"), m.From, m.To, m.User)
		if m.Remark != "" {
			fmt.Fprintf(&b, ": %s", m.Remark)
		}
	}
	return b.String()
}
