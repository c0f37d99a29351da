package read

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func taskCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "task",
		Short: "Cancela el proceso de un documento que no ha terminado",
	}, taskCancelCommand())
}

func taskCancelCommand() *cobra.Command {
	return cli.DataCommand(&cobra.Command{
		Use:   "cancel [opciones] TAREA",
		Short: "Cancela una tarea en espera o en proceso",
		Long: `Cancela una tarea que no ha terminado, con el servidor en marcha o detenido: queda
como fallida, con el código cancelled. El servidor que la lee la deja en la página
siguiente. El identificador es el que dio el servicio al recibir el PDF (también
en GET /tasks).

Con --json: {"task_id", "status", "error_code"}`,
		Example: `  cotejo task cancel 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11`,
		Args:    spanish.ExactlyOne("el identificador de la tarea"),
	}, false, func(c *cobra.Command, s *app.Services, out *cli.Output, args []string) error {
		task, err := s.Service.CancelTask(c.Context(), cli.Operator(), strings.ToLower(args[0]))
		if err != nil {
			return err
		}
		return out.Result(struct {
			TaskID    string `json:"task_id"`
			Status    string `json:"status"`
			ErrorCode string `json:"error_code"`
		}{task.ID, string(task.Status), task.ErrorCode}, "la tarea "+task.ID+" quedó cancelada")
	})
}
