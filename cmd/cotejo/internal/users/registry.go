package users

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
)

// registryLine is the line of a user of the notification service.
type registryLine struct {
	userLine
	ID          string `json:"id"`
	LockedUntil string `json:"locked_until"` // UTC; empty when not locked
}

// print prints the line of a user; what says what was done, if anything.
func (f *userFlags) print(u account.User, path, what string) error {
	line := registryLine{userLine: userLineOf(u, path), ID: u.ID}
	text := aligned(u)
	if !u.LockedUntil.IsZero() {
		line.LockedUntil = u.LockedUntil.UTC().Format(time.RFC3339)
		text += ", bloqueado hasta las " + u.LockedUntil.In(document.Colombia()).Format("15:04:05")
	}
	if what != "" {
		text = cli.DisplayName(u.Username) + ": " + what + " en " + path
	}
	return f.Result(line, text)
}

// registryUsers lists all users, newest first.
func registryUsers(ctx context.Context, r *app.Registry, filter account.UserFilter) (all []account.User, err error) {
	for page := (pagination.Request{Number: 1, Size: 100}); ; page.Number++ {
		some, err := r.Service.ListUsers(ctx, cli.Operator(), filter, page)
		if err != nil {
			return nil, err
		}
		if all = append(all, some.Items...); len(all) >= some.Total || len(some.Items) == 0 {
			return all, nil
		}
	}
}

func (f *userFlags) listRegistry(c *cobra.Command) error {
	return cli.WithRegistry(c, cli.Refuse, func(ctx context.Context, r *app.Registry, path string) error {
		users, err := registryUsers(ctx, r, account.UserFilter{})
		if err != nil {
			return err
		}
		for _, u := range users {
			if err := f.print(u, path, ""); err != nil {
				return err
			}
		}
		if len(users) == 0 {
			f.Note("no hay usuarios en %s; agregue uno con «cotejo user add --service notify»", path)
		}
		return nil
	})
}

func (f *userFlags) addToRegistry(c *cobra.Command, u account.User) error {
	draft := account.Draft{Email: u.Username, Name: u.Name, Role: account.Role(cmp.Or(string(u.Role), string(account.Notifier)))}
	if u.Email != "" && account.EmailKey(u.Email) != account.EmailKey(u.Username) {
		return spanish.Usagef("--email: en el servicio notify el usuario es su correo; no lo indique aparte")
	}
	// Users are added before the first start of the service.
	return cli.WithRegistry(c, f.IfMissing(true), func(ctx context.Context, r *app.Registry, path string) error {
		probe := draft
		probe.Password = rand.Text() // the real one is asked for when all else is well
		checked, err := probe.Checked()
		if err != nil {
			return draftUsage(err)
		}
		u.Username, u.Email, u.Role, u.Name = checked.Email, checked.Email, checked.Role, checked.Name
		switch _, err := r.DB.Users().Find(ctx, checked.Email); {
		case err == nil:
			return account.ErrEmailTaken
		case fault.KindOf(err) != fault.NotFound:
			return err
		}
		if f.DryRun {
			return f.print(u, path, "se agregaría")
		}
		if draft.Password, err = f.ask(c); err != nil {
			return err
		}
		if u, err = r.Service.Register(ctx, cli.Operator(), draft); err != nil {
			return err
		}
		return errors.Join(f.print(u, path, "agregado"), f.warnOfNoAdministrator(ctx, r))
	})
}

// draftUsage names the options of the fields that are at fault.
func draftUsage(err error) error {
	given := map[string]string{"body.email": "el correo", "body.nombre": "--name", "body.rol": "--role"}
	f, ok := fault.As(err)
	if !ok {
		return err
	}
	var faults []string
	for _, d := range f.Details {
		faults = append(faults, given[d.Location]+": "+d.Message)
	}
	return spanish.Usagef("%s", strings.Join(faults, " "))
}

// changeInRegistry makes a change to the user with that e-mail.
func (f *userFlags) changeInRegistry(c *cobra.Command, email string, change userChange) error {
	return cli.WithRegistry(c, cli.Refuse, func(ctx context.Context, r *app.Registry, path string) error {
		found, err := r.DB.Users().Find(ctx, account.EmailKey(email))
		if err != nil {
			return err
		}
		u, err := r.Service.User(ctx, cli.Operator(), found.ID)
		if err != nil {
			return err
		}
		if f.DryRun {
			if err := checkInRegistry(ctx, r, u, change); err != nil {
				return err
			}
			return f.print(u, path, change.would)
		}
		if u, err = change.registry(ctx, r, u); err != nil {
			return err
		}
		return errors.Join(f.print(u, path, change.done), f.warnOfNoAdministrator(ctx, r))
	})
}

// checkInRegistry returns account.ErrLastAdmin if the service would refuse the change.
func checkInRegistry(ctx context.Context, r *app.Registry, u account.User, change userChange) error {
	if change.shown == nil {
		return nil
	}
	after := u
	change.shown(&after)
	return account.CheckAdminRemains(u, after, func() (bool, error) { return hasAdmin(ctx, r, u.ID) })
}

// hasAdmin reports whether there is an active administrator with another ID than except.
func hasAdmin(ctx context.Context, r *app.Registry, except string) (bool, error) {
	admins, err := registryUsers(ctx, r, account.UserFilter{Role: account.Administrator})
	return slices.ContainsFunc(admins, func(u account.User) bool { return u.ID != except && u.IsActiveAdmin() }), err
}

func (f *userFlags) warnOfNoAdministrator(ctx context.Context, r *app.Registry) error {
	if found, err := hasAdmin(ctx, r, ""); err != nil || found {
		return err
	}
	f.Note("aviso: no hay ningún administrador activo; agregue uno con «cotejo user add --service notify --role %s»", account.Administrator)
	return nil
}

func userUnlockCommand() *cobra.Command {
	return registryCommand("unlock", "Quita el bloqueo de un usuario del servicio de notificaciones",
		`Quita el bloqueo que dejan los intentos fallidos: desde ya tiene otra vez todos los
intentos. Queda anotado quién lo hizo.`, "desbloqueado", "se desbloquearía",
		func(ctx context.Context, r *app.Registry, u account.User) (account.User, error) {
			return r.Service.Unlock(ctx, cli.Operator(), u.ID)
		})
}

// registryCommand is a command that only the notification service has.
func registryCommand(name, short, long, done, would string, do func(context.Context, *app.Registry, account.User) (account.User, error)) *cobra.Command {
	c := &cobra.Command{
		Use:               name + " --service notify [opciones] CORREO",
		Short:             short,
		Long:              long + "\n\n" + registryShape,
		Example:           "  cotejo user " + name + " --service notify ana@juzgado.gov.co",
		Args:              spanish.ExactlyOne("el correo del usuario"),
		ValidArgsFunction: completeRegistryUser,
	}
	f := newServiceFlags(c, true)
	c.RunE = func(c *cobra.Command, args []string) error {
		switch notify, err := f.isNotify(); {
		case err != nil:
			return err
		case !notify:
			return spanish.Usagef("«%s» es del servicio notify: agregue --service notify; los usuarios de intake se cambian en su archivo", c.CommandPath())
		}
		return f.changeInRegistry(c, args[0], userChange{done: done, would: would, registry: do})
	}
	return c
}

const registryShape = `Con --json: {"username", "role", "name", "email", "source", "id", "disabled", "locked_until"}.`

// completeRegistryUser completes an argument with the users of the notification service.
func completeRegistryUser(c *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	err := cli.WithRegistry(c, cli.Refuse, func(ctx context.Context, r *app.Registry, _ string) error {
		users, err := registryUsers(ctx, r, account.UserFilter{})
		for _, u := range users {
			names = append(names, cobra.CompletionWithDesc(u.Username, string(u.Role)))
		}
		return err
	})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
