package users

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/account"
)

func userCommand() *cobra.Command {
	return cli.Parent(&cobra.Command{
		Use:   "user",
		Short: "Agrega usuarios, los cambia y los muestra",
		Long: `Trabaja con el archivo de usuarios del servicio (SVC_AUTH_CONFIG_PATH). El
servidor lo vuelve a leer solo. Se conservan su forma (una lista «users» o la de
Streamlit-Authenticator), sus comentarios y su dueño; queda legible solo para él.

Si AUTH_USERS está definida, el servicio usa esa lista y no el archivo.

Con --service notify trabaja con los usuarios del servicio de notificaciones, que
están en su base de datos (NOTIFY_DATABASE_PATH); allí el usuario es su correo.`,
	}, userAddCommand(), userPasswdCommand(), userListCommand(), userLogoutCommand(), userUnlockCommand(),
		userRoleCommand(), userDisableCommand(), userEnableCommand(), userDeleteCommand())
}

// userLine is the line of a user.
type userLine struct {
	Username string       `json:"username"`
	Role     account.Role `json:"role"`
	Name     string       `json:"name"`
	Email    string       `json:"email"`
	Source   string       `json:"source"` // path of the file, or AUTH_USERS
	Disabled bool         `json:"disabled"`
}

func userLineOf(u account.User, source string) userLine {
	return userLine{u.Username, u.Role, u.Name, u.Email, source, u.Disabled}
}

const userShape = `Con --json: {"username", "role", "name", "email", "source", "disabled"}; "source" es la
ruta del archivo, o AUTH_USERS. Con --service notify, además "id" y "locked_until".`

// userFlags are the flags of all commands on users.
type userFlags struct {
	*cli.Output
	service string
	file    string
	stdin   bool // read the password from stdin
}

// newServiceFlags adds the flags that do not depend on the service.
func newServiceFlags(c *cobra.Command, changesData bool) *userFlags {
	f := &userFlags{Output: cli.NewOutput(c, "una línea JSON por usuario", changesData)}
	config.AddNotifyFlags(c.Flags(), cli.RegistrySetting)
	cli.AddServiceFlag(c, &f.service, "`SERVICIO` de los usuarios: intake o notify")
	return f
}

func newUserFlags(c *cobra.Command, changesData bool) *userFlags {
	f := newServiceFlags(c, changesData)
	config.AddFlags(c.Flags(), "SVC_AUTH_CONFIG_PATH")
	c.Flags().StringVar(&f.file, "file", "", "`ARCHIVO` de usuarios en lugar del configurado")
	return f
}

// asksPassword adds the option for a command that asks for a password.
func (f *userFlags) asksPassword(c *cobra.Command) {
	c.Flags().BoolVar(&f.stdin, "password-stdin", false, "lee la contraseña de la entrada estándar")
}

// isNotify reports whether the users are those of the notification service. It fails for an unknown service.
func (f *userFlags) isNotify() (bool, error) {
	switch f.service {
	case cli.IntakeService, cli.NotifyService:
		return f.service == cli.NotifyService, nil
	}
	return false, cli.NoSuchService(f.service)
}

// open returns the configuration, with --file in force.
func (f *userFlags) open(c *cobra.Command) (config.Intake, error) {
	loaded, err := cli.Load(c, config.Sources{NoServer: true})
	if err == nil && f.file != "" {
		loaded.UsersFile, err = filepath.Abs(f.file)
	}
	return loaded, err
}

func userAddCommand() *cobra.Command {
	u := account.User{}
	var role string
	c := &cobra.Command{
		Use:   "add [opciones] USUARIO",
		Short: "Agrega un usuario",
		Long: `Agrega un usuario al archivo. La contraseña se pide dos veces sin mostrarla, o se
lee de la entrada estándar con --password-stdin; nunca va en la orden, que otros
pueden ver. Tiene de 12 a 72 bytes y se guarda cifrada con bcrypt.

` + userShape,
		Example: `  cotejo user add ana.lopez --role admin --name "Ana López"
  cotejo user add relatoria --password-stdin < clave.txt`,
		Args:              spanish.ExactlyOne("el nombre del usuario"),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := newUserFlags(c, true)
	f.asksPassword(c)
	c.Flags().StringVar(&role, "role", "", "`ROL`: admin o user (por defecto user); en notify, ADMINISTRADOR o NOTIFICADOR (por defecto NOTIFICADOR)")
	c.Flags().StringVar(&u.Name, "name", "", "`NOMBRE` de la persona")
	c.Flags().StringVar(&u.Email, "email", "", "`CORREO` de la persona")
	_ = c.RegisterFlagCompletionFunc("role", completeRole)
	c.RunE = func(c *cobra.Command, args []string) error {
		u.Username, u.Role = args[0], account.Role(role)
		switch notify, err := f.isNotify(); {
		case err != nil:
			return err
		case notify:
			return f.addToRegistry(c, u)
		}
		u.Role = cmp.Or(u.Role, account.Member)
		if !u.Role.Valid() {
			return spanish.Usagef("--role: el rol «%s» no existe; use admin o user", role)
		}
		in, err := f.open(c)
		if err != nil {
			return err
		}
		if err := usersfile.CheckName(u.Username); err != nil {
			return err
		}
		users, err := usersfile.List(in.UsersFile)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(users, func(other account.User) bool { return other.Username == u.Username }) {
			return usersfile.Add(in.UsersFile, u) // its fault, before a password is asked for
		}
		users = append(users, u)
		if f.DryRun {
			return f.finish(in, u, "se agregaría", users, nil)
		}
		if u.PasswordHash, err = f.password(c); err != nil {
			return err
		}
		return f.finish(in, u, "agregado", users, usersfile.Add(in.UsersFile, u))
	}
	return c
}

func userPasswdCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "passwd [opciones] USUARIO",
		Short: "Cambia la contraseña de un usuario",
		Long: `Cambia la contraseña de un usuario del archivo; se pide o se lee como en «cotejo
user add». Las sesiones abiertas del usuario terminan.

` + userShape,
		Example: `  cotejo user passwd ana.lopez
  cotejo user passwd ana.lopez --password-stdin < clave.txt`,
		Args:              spanish.ExactlyOne("el nombre del usuario"),
		ValidArgsFunction: completeUser,
	}
	f := newUserFlags(c, true)
	f.asksPassword(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		return f.run(c, args[0], userChange{
			done: "contraseña cambiada", would: "se cambiaría la contraseña",
			file: func(path, username string) error {
				hash, err := f.password(c)
				if err != nil {
					return err
				}
				return usersfile.SetPassword(path, username, hash)
			},
			shown: func(*account.User) {},
			registry: func(ctx context.Context, r *app.Registry, u account.User) (account.User, error) {
				password, err := f.ask(c)
				if err != nil {
					return u, err
				}
				return r.Service.SetPassword(ctx, cli.Operator(), u.ID, password)
			},
		})
	}
	return c
}

func userListCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "list [opciones]",
		Short: "Muestra los usuarios",
		Long:  "Muestra los usuarios con los que el servicio deja entrar.\n\n" + userShape,
		Example: `  cotejo user list
  cotejo user list --json | jq -r 'select(.role == "admin") | .username'`,
		Args: spanish.NoArgs,
	}
	f := newUserFlags(c, false)
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch notify, err := f.isNotify(); {
		case err != nil:
			return err
		case notify:
			return f.listRegistry(c)
		}
		in, err := f.open(c)
		if err != nil {
			return err
		}
		users, source, err := f.directory(in)
		if err != nil {
			return err
		}
		for _, u := range users {
			if err := f.Result(userLineOf(u, source), aligned(u)); err != nil {
				return err
			}
		}
		if len(users) == 0 {
			f.Note("no hay usuarios en %s; agregue uno con «cotejo user add»", source)
		}
		return nil
	}
	return c
}

// directory returns the users that the service lets in, and where they are.
func (f *userFlags) directory(in config.Intake) (users []account.User, source string, err error) {
	if in.AuthUsers != "" && f.file == "" {
		users, err = usersfile.ListValue(string(in.AuthUsers))
		return users, "AUTH_USERS", err
	}
	users, err = usersfile.List(in.UsersFile)
	return users, in.UsersFile, err
}

func userLogoutCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "logout [opciones] USUARIO",
		Short: "Termina las sesiones de un usuario",
		Long: `Termina desde ya todas las sesiones de un usuario, con el servidor en marcha o
detenido; el usuario puede volver a ingresar. También terminan solas cuando cambia su
contraseña o su rol, y cuando se quita o se desactiva.

` + userShape,
		Example: `  cotejo user logout ana.lopez
  cotejo user logout --service notify ana@juzgado.gov.co`,
		Args:              spanish.ExactlyOne("el nombre del usuario"),
		ValidArgsFunction: completeUser,
	}
	f := newServiceFlags(c, true)
	config.AddFlags(c.Flags(), cli.DataSettings[0], "SVC_AUTH_CONFIG_PATH")
	c.RunE = func(c *cobra.Command, args []string) error {
		const done, would = "sesiones terminadas", "se terminarían las sesiones"
		switch notify, err := f.isNotify(); {
		case err != nil:
			return err
		case notify:
			return f.changeInRegistry(c, args[0], userChange{
				done: done, would: would,
				registry: func(ctx context.Context, r *app.Registry, u account.User) (account.User, error) {
					return r.Service.EndSessions(ctx, cli.Operator(), u.ID)
				},
			})
		}
		services, loaded, err := cli.OpenServices(c, cli.Refuse)
		if err != nil {
			return err
		}
		defer services.Close()
		users, source, err := f.directory(loaded)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(users, func(u account.User) bool { return u.Username == args[0] })
		if i < 0 {
			return usersfile.NoSuchUser(source, args[0])
		}
		what := would
		if !f.DryRun {
			if _, err := services.DB.Sessions().DeleteOf(c.Context(), users[i].Username); err != nil {
				return err
			}
			what = done
		}
		u := users[i]
		return f.Result(userLineOf(u, source), fmt.Sprintf("%s: %s", cli.DisplayName(u.Username), what))
	}
	return c
}

// aligned is a user as a line of a list.
func aligned(u account.User) string {
	email := u.Email
	if email == u.Username {
		email = ""
	}
	line := fmt.Sprintf("%-20s %-6s %s", cli.DisplayName(u.Username), u.Role, strings.TrimSpace(u.Name+" "+email))
	if u.Disabled {
		line += ", desactivado"
	}
	return line
}

// finish describes a change to a user, or of why it was not made.
func (f *userFlags) finish(in config.Intake, u account.User, what string, users []account.User, err error) error {
	if err != nil {
		return err
	}
	if in.AuthUsers != "" {
		f.Note("aviso: AUTH_USERS está definida; el servicio usa esa lista y no %s", in.UsersFile)
	}
	if !slices.ContainsFunc(users, account.User.IsActiveAdmin) {
		f.Note("aviso: no hay ningún administrador; agregue uno con --role admin")
	}
	return f.Result(userLineOf(u, in.UsersFile), fmt.Sprintf("%s: %s en %s", cli.DisplayName(u.Username), what, in.UsersFile))
}

// completeUser completes an argument with the users of the file.
func completeUser(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if service, _ := c.Flags().GetString("service"); service == cli.NotifyService {
		return completeRegistryUser(c, args, "")
	}
	loaded, err := config.Load(config.Sources{Environ: os.Environ(), Flags: c.Flags(), NoServer: true})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	file, _ := c.Flags().GetString("file")
	users, err := usersfile.List(cmp.Or(file, loaded.UsersFile))
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []cobra.Completion
	for _, u := range users {
		names = append(names, cobra.CompletionWithDesc(u.Username, string(u.Role)))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeRole completes --role with the roles of the service.
func completeRole(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	roles := []cobra.Completion{string(account.Admin), string(account.Member)}
	if service, _ := c.Flags().GetString("service"); service == cli.NotifyService {
		roles = []cobra.Completion{string(account.Administrator), string(account.Notifier)}
	}
	return roles, cobra.ShellCompDirectiveNoFileComp
}
