package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/remote"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
)

const (
	serverFlag     = "server"
	serverVariable = "COTEJO_SERVER"
)

// Backend is the intake service as commands work with it: on its data, or over the network.
// What it returns is what the HTTP interface answers, so that either prints the same.
type Backend interface {
	Collect(ctx context.Context, f document.FoundFile) (document.Collected, error)
	// Deliver takes in a message or an archive, and the papers in it.
	Deliver(ctx context.Context, u document.Upload) (document.Delivered, error)
	Task(ctx context.Context, id string) (document.Task, error)
	Search(ctx context.Context, wanted document.Search) (intakeapi.Found, error)
	Document(ctx context.Context, id string) (intakeapi.Detail, error)
	Duplicates(ctx context.Context, id string) (intakeapi.Candidates, error)
	Compare(ctx context.Context, id, other string) (intakeapi.Comparison, error)
	// Export returns a workbook, which the caller closes, and how many documents it has.
	Export(ctx context.Context, r document.ExportRequest) (io.ReadCloser, int, error)
	Close() error
}

// AddServerFlag adds the option of commands that also work over the network.
func AddServerFlag(c *cobra.Command) {
	c.Flags().String(serverFlag, "", "`URL` del servidor si no es esta máquina, después de «cotejo login» ("+serverVariable+")")
}

// OpenBackend opens the service over the network if a server is named, and else on its data.
// The caller closes it.
func OpenBackend(c *cobra.Command, missing IfMissing) (Backend, error) {
	switch client, err := openRemote(c); {
	case err != nil:
		return nil, err
	case client != nil:
		return client, nil
	}
	services, _, err := OpenServices(c, missing)
	if err != nil {
		return nil, err
	}
	return Local{services}, nil
}

// WithBackend opens the service, does something with it and closes it.
func WithBackend(c *cobra.Command, do func(b Backend) error) error {
	b, err := OpenBackend(c, Refuse)
	if err != nil {
		return err
	}
	return errors.Join(do(b), b.Close())
}

// openRemote returns nil if no server is named.
func openRemote(c *cobra.Command) (*remote.Client, error) {
	server, err := serverOf(c)
	if server == nil || err != nil {
		return nil, err
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if config.IsSetting(f) || f.Name == "create" || f.Name == "dry-run" {
			err = spanish.Usagef("--%s es para los datos de esta máquina: no sirve con --%s (%s)", f.Name, serverFlag, serverVariable)
		}
	})
	if err != nil {
		return nil, err
	}
	return remote.Open(server)
}

// serverOf returns the server that --server or the environment names, nil without one.
func serverOf(c *cobra.Command) (*url.URL, error) {
	given, _ := c.Flags().GetString(serverFlag)
	address := cmp.Or(given, os.Getenv(serverVariable))
	if address == "" {
		return nil, nil
	}
	server, err := remote.ParseServer(address)
	if err != nil {
		return nil, spanish.Usagef("--%s (%s): %s", serverFlag, serverVariable, MessageOf(err))
	}
	if remote.IsExposed(server) {
		Say(c.ErrOrStderr(), "aviso: la conexión con "+server.Host+" no va cifrada: otros en la red pueden leer la contraseña y los escritos; use https")
	}
	return server, nil
}

// needLocal refuses a command that has no --server while the environment names a server.
func needLocal(c *cobra.Command) error {
	if os.Getenv(serverVariable) != "" && c.Flags().Lookup(serverFlag) == nil {
		return spanish.Usagef("«%s» no se hace por la red: úsela en la máquina del servidor, sin %s", c.CommandPath(), serverVariable)
	}
	return nil
}

// Local implements backend on the data of the service.
type Local struct{ *app.Services }

func (l Local) Deliver(ctx context.Context, u document.Upload) (document.Delivered, error) {
	return l.Service.Deliver(ctx, Operator(), u)
}

func (l Local) Collect(ctx context.Context, f document.FoundFile) (document.Collected, error) {
	return l.Service.Collect(ctx, Operator(), f)
}

func (l Local) Task(ctx context.Context, id string) (document.Task, error) {
	return l.Service.Task(ctx, Operator(), id)
}

func (l Local) Search(ctx context.Context, wanted document.Search) (intakeapi.Found, error) {
	found, err := l.Service.Search(ctx, Operator(), wanted)
	return intakeapi.FoundOf(found, wanted.Page, l.Service.DaysLeft), err
}

func (l Local) Document(ctx context.Context, id string) (intakeapi.Detail, error) {
	d, err := l.Service.Document(ctx, Operator(), id)
	return intakeapi.DetailOf(&d, l.Service.Term(&d)), err
}

func (l Local) Duplicates(ctx context.Context, id string) (intakeapi.Candidates, error) {
	related, err := l.Service.Duplicates(ctx, Operator(), id)
	return intakeapi.CandidatesOf(related), err
}

func (l Local) Compare(ctx context.Context, id, other string) (intakeapi.Comparison, error) {
	found, err := l.Service.Compare(ctx, Operator(), id, other)
	return intakeapi.ComparisonOf(found), err
}

func (l Local) Export(ctx context.Context, r document.ExportRequest) (io.ReadCloser, int, error) {
	made, err := l.Spreadsheets.Export(ctx, Operator(), r)
	return made.Content, made.Documents, err
}

// NeedRemote opens the service over the network, and refuses if no server is named.
func NeedRemote(c *cobra.Command) (*remote.Client, error) {
	client, err := openRemote(c)
	if client == nil && err == nil {
		err = spanish.Usagef("falta --%s con la dirección del servidor (también %s)", serverFlag, serverVariable)
	}
	return client, err
}
