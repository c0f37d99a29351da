package users

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/account"
)

// userChange changes a user in either service.
type userChange struct {
	done, would string
	file        func(path, username string) error // nil for none
	shown       func(u *account.User)             // what it does, for reports and dry runs; nil: it deletes the user, or changes nothing of the user
	registry    func(ctx context.Context, r *app.Registry, u account.User) (account.User, error)
	refusal     string // of a service that has no such change
}

// run makes the change to the user of that name.
func (f *userFlags) run(c *cobra.Command, name string, change userChange) error {
	notify, err := f.isNotify()
	switch {
	case err != nil:
		return err
	case notify && change.registry == nil, !notify && change.file == nil:
		return spanish.Usagef("%s", change.refusal)
	case notify:
		return f.changeInRegistry(c, name, change)
	}
	in, err := f.open(c)
	if err != nil {
		return err
	}
	users, err := usersfile.List(in.UsersFile)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(users, func(u account.User) bool { return u.Username == name })
	if i < 0 {
		return usersfile.NoSuchUser(in.UsersFile, name)
	}
	before := users[i]
	u, after, what := before, account.User{}, change.would
	others := slices.Delete(users, i, i+1)
	users = others
	if change.shown != nil {
		change.shown(&u)
		after, users = u, append(others, u)
	}
	if f.DryRun {
		err = account.CheckAdminRemains(before, after, func() (bool, error) { return slices.ContainsFunc(others, account.User.IsActiveAdmin), nil })
	} else {
		err, what = change.file(in.UsersFile, name), change.done
	}
	return f.finish(in, u, what, users, err)
}

// userChangeCommand returns a command that makes one change to one user.
func userChangeCommand(name, short, long string, change userChange) *cobra.Command {
	c := &cobra.Command{
		Use:   name + " [opciones] USUARIO",
		Short: short,
		Long:  long + "\n\n" + userShape,
		Example: "  cotejo user " + name + " ana.lopez\n" +
			"  cotejo user " + name + " --dry-run ana.lopez",
		Args:              spanish.ExactlyOne("el nombre del usuario"),
		ValidArgsFunction: completeUser,
	}
	f := newUserFlags(c, true)
	c.RunE = func(c *cobra.Command, args []string) error { return f.run(c, args[0], change) }
	return c
}

func userDisableCommand() *cobra.Command {
	return userChangeCommand("disable", "Desactiva un usuario",
		`Desactiva un usuario: desde ya no entra, y sus sesiones terminan. En el archivo queda
con disabled: true, y «cotejo user enable» lo deja entrar de nuevo. En el servicio
notify es para siempre: no se borra, porque el historial lo nombra, y queda anotado
quién lo hizo. El único administrador activo no se desactiva: nombre antes a otro.`, userChange{
			done: "desactivado", would: "se desactivaría",
			file:  func(path, username string) error { return usersfile.SetDisabled(path, username, true) },
			shown: func(u *account.User) { u.Disabled = true },
			registry: func(ctx context.Context, r *app.Registry, u account.User) (account.User, error) {
				return r.Service.Disable(ctx, cli.Operator(), u.ID)
			},
		})
}

func userEnableCommand() *cobra.Command {
	return userChangeCommand("enable", "Deja entrar de nuevo a un usuario desactivado",
		"Deja entrar de nuevo a un usuario que «cotejo user disable» desactivó.", userChange{
			done: "activado", would: "se activaría",
			file:    func(path, username string) error { return usersfile.SetDisabled(path, username, false) },
			shown:   func(u *account.User) { u.Disabled = false },
			refusal: "en el servicio notify un usuario se desactiva para siempre; agregue otro con «cotejo user add --service notify»",
		})
}

func userDeleteCommand() *cobra.Command {
	return userChangeCommand("delete", "Quita un usuario del archivo",
		`Quita un usuario del archivo: desde ya no entra, y sus sesiones terminan. Lo que hizo
sigue en el historial de los documentos con su nombre. El único administrador activo no
se quita: nombre antes a otro.`, userChange{
			done: "quitado", would: "se quitaría",
			file:    usersfile.Remove,
			refusal: "en el servicio notify los usuarios no se borran, porque el historial los nombra; use «cotejo user disable --service notify»",
		})
}

func userRoleCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "role [opciones] USUARIO ROL",
		Short: "Cambia el rol de un usuario",
		Long: `Cambia el rol de un usuario: admin o user; en el servicio notify, ADMINISTRADOR o
NOTIFICADOR. Sus sesiones abiertas terminan. El único administrador activo lo sigue
siendo: nombre antes a otro.

` + userShape,
		Example: `  cotejo user role ana.lopez admin
  cotejo user role --service notify ana@juzgado.gov.co ADMINISTRADOR`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 2 {
				return spanish.Usagef("faltan o sobran argumentos: el usuario y su nuevo rol")
			}
			return nil
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return completeRole(c, args, typed)
			}
			return completeUser(c, args, typed)
		},
	}
	f := newUserFlags(c, true)
	c.RunE = func(c *cobra.Command, args []string) error {
		role := account.Role(args[1])
		if f.service == cli.IntakeService && !role.Valid() {
			return spanish.Usagef("el rol «%s» no existe; use admin o user", args[1])
		}
		return f.run(c, args[0], userChange{
			done: "ahora es " + args[1], would: "sería " + args[1],
			file:  func(path, username string) error { return usersfile.SetRole(path, username, role) },
			shown: func(u *account.User) { u.Role = role },
			registry: func(ctx context.Context, r *app.Registry, u account.User) (account.User, error) {
				return r.Service.SetRole(ctx, cli.Operator(), u.ID, role)
			},
		})
	}
	return c
}
