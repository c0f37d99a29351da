package users

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func loginCommand() *cobra.Command {
	var (
		username string
		stdin    bool
	)
	c := &cobra.Command{
		Use:   "login [opciones]",
		Short: "Entra a un servidor, para trabajar con él desde esta máquina",
		Long: `Entra a un servidor con el usuario y la contraseña de la consola. Después trabajan con
él, sin la base de datos ni la carpeta del servicio, «cotejo process», «search»,
«show», «compare» y «export» con --server. Las demás órdenes se usan en el servidor.

La contraseña se pide sin mostrarla, o se lee con --password-stdin. Se guarda solo la
sesión, en la carpeta de configuración del usuario (~/.config/cotejo), que otros no
pueden leer; se renueva con el uso mientras el servidor lo permite, y «cotejo logout»
la termina. Sin http:// la dirección es https://; una ruta es la de la API, por
defecto /api/v1.`,
		Example: `  cotejo login --server https://cotejo.juzgado.gov.co
  cotejo search --server https://cotejo.juzgado.gov.co pensión de vejez
  export COTEJO_SERVER=https://cotejo.juzgado.gov.co
  cotejo login --user ana --password-stdin < clave.txt
  cotejo process escaneados/`,
		Args:              spanish.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cli.AddServerFlag(c)
	c.Flags().StringVar(&username, "user", "", "`USUARIO`; sin él se pregunta")
	c.Flags().BoolVar(&stdin, "password-stdin", false, "lee la contraseña de la entrada estándar")
	c.RunE = func(c *cobra.Command, _ []string) error {
		client, err := cli.NeedRemote(c)
		if err != nil {
			return err
		}
		if !stdin && !cli.IsTerminal(os.Stdin) || stdin && username == "" {
			return spanish.Usagef("no hay terminal para preguntar; use --user y --password-stdin")
		}
		if username == "" {
			if username, err = cli.Prompt(c, "Usuario: "); err != nil {
				return err
			}
		}
		var password string
		if stdin {
			password, err = cli.FirstLine(c.InOrStdin())
		} else {
			password, err = cli.PromptHidden(c.Context(), c.ErrOrStderr(), "Contraseña: ")
		}
		if err != nil {
			return err
		}
		if err := client.Login(c.Context(), username, password); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: sesión abierta en %s\n", cli.DisplayName(username), client.Address())
		return err
	}
	return c
}

func logoutCommand() *cobra.Command {
	c := &cobra.Command{
		Use:               "logout [opciones]",
		Short:             "Termina la sesión en un servidor y la borra de esta máquina",
		Example:           `  cotejo logout --server https://cotejo.juzgado.gov.co`,
		Args:              spanish.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cli.AddServerFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		client, err := cli.NeedRemote(c)
		if err != nil {
			return err
		}
		if err := client.Logout(c.Context()); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "sesión terminada en %s\n", client.Address())
		return err
	}
	return c
}
