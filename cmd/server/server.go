// Package server embeds the services of Cotejo whole in another program, each as
// an http.Handler: routes, users, database, queue and readers.
//
//	func main() {
//		server.Init()
//		intake, err := server.Intake(ctx, server.Options{Settings: map[string]string{
//			"SVC_DATABASE_PATH": "/var/lib/app/cotejo.db",
//		}})
//		if err != nil {
//			log.Fatal(err)
//		}
//		defer intake.Close()
//		log.Fatal(http.ListenAndServe("127.0.0.1:8000", intake))
//	}
//
// A program that needs the engines alone imports core/dedup and core/ner, which
// bring neither a database nor C libraries along.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"os"
	"sync/atomic"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
)

// Options say how a service is run.
type Options struct {
	// Settings are those of .env.example by name. Nothing else is read: neither
	// the environment nor a file. An unknown name is an error, one of the other
	// service is not. SVC_HOST and the like mean nothing here.
	Settings map[string]string
	// Folder is the base of relative paths in the settings; the working folder by default.
	Folder string
	Logger *slog.Logger // slog.Default by default
}

var initialised atomic.Bool

// Init must be what main does first. The service starts this very program again
// for each reader of PDFs and workbooks, so that a file that breaks the reader
// breaks nothing else: in such a process Init does not return.
func Init() {
	if status, ok := app.Hidden(os.Args); ok {
		os.Exit(status)
	}
	initialised.Store(true)
}

var errNotInitialised = errors.New("server: main must call server.Init before anything else")

// Service is a service at work. It is an http.Handler that is served at the root
// of its host, and safe for concurrent use.
type Service struct {
	// FirstUser and FirstPassword are of the administrator that was made because
	// there were no users; empty otherwise. They are reported nowhere else.
	FirstUser, FirstPassword string

	proxy     *httputil.ReverseProxy
	transport *http.Transport
	stop      context.CancelFunc
	ended     chan struct{}
	err       error // valid once ended is closed
}

// Intake starts the service that takes filings in, reads them and finds
// duplicates, and works its queue. It ends when ctx ends or Close is called.
func Intake(ctx context.Context, o Options) (*Service, error) {
	if err := config.CheckNames(o.Settings); err != nil {
		return nil, err
	}
	loaded, err := config.Load(o.sources())
	if err != nil {
		return nil, err
	}
	loaded.TrustedProxies = append(loaded.TrustedProxies, loopback)
	return o.start(ctx, loaded.Report, func(log *slog.Logger) (opened, error) {
		a, err := app.NewIntake(ctx, loaded, log)
		if err != nil {
			return opened{}, err
		}
		user := ""
		if a.AdminPassword != "" {
			user = usersfile.AdminName
		}
		return opened{user, a.AdminPassword, a.RunOn, a.Close}, nil
	})
}

// Notify starts the service that keeps the register of notifications. It ends as
// Intake does.
func Notify(ctx context.Context, o Options) (*Service, error) {
	if err := config.CheckNames(o.Settings); err != nil {
		return nil, err
	}
	loaded, err := config.LoadNotify(o.sources())
	if err != nil {
		return nil, err
	}
	loaded.TrustedProxies = append(loaded.TrustedProxies, loopback)
	return o.start(ctx, loaded.Report, func(log *slog.Logger) (opened, error) {
		a, err := app.NewNotify(ctx, loaded, log)
		if err != nil {
			return opened{}, err
		}
		return opened{a.AdminEmail, a.AdminPassword, a.RunOn, a.Close}, nil
	})
}

// opened is a service that is put together and does not run yet.
type opened struct {
	user, password string
	run            func(ctx context.Context, on net.Listener, listening func(net.Addr)) error
	close          func() error
}

func (o Options) sources() config.Sources {
	s := config.Sources{Folder: o.Folder, NoFiles: true}
	for name, value := range o.Settings {
		s.Environ = append(s.Environ, name+"="+value)
	}
	return s
}

func (o Options) start(ctx context.Context, settings config.Report, open func(*slog.Logger) (opened, error)) (*Service, error) {
	if !initialised.Load() {
		return nil, errNotInitialised
	}
	log := o.Logger
	if log == nil {
		log = slog.Default()
	}
	for _, w := range settings.Warnings {
		log.WarnContext(ctx, w)
	}
	a, err := open(log)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	conns := newPipes()
	s := &Service{FirstUser: a.user, FirstPassword: a.password, stop: stop, ended: make(chan struct{}),
		transport: &http.Transport{DialContext: conns.dial, DisableCompression: true, MaxIdleConnsPerHost: maxIdle}}
	s.proxy = &httputil.ReverseProxy{Rewrite: rewrite, Transport: s.transport, FlushInterval: -1, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	listening := make(chan struct{})
	go func() {
		defer close(s.ended)
		s.err = errors.Join(a.run(ctx, conns, func(net.Addr) { close(listening) }), conns.Close(), a.close())
		stop()
	}()
	select {
	case <-listening:
		return s, nil
	case <-s.ended:
		return nil, s.err
	}
}

// maxIdle is how many connections within the program are kept.
const maxIdle = 64

// ServeHTTP implements http.Handler. After the end of the service it answers 502.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.proxy.ServeHTTP(w, r) }

// Close lets requests and documents in work finish, for some 25 seconds at most,
// and releases everything. It returns why the service ended, nil when it was asked to.
func (s *Service) Close() error {
	s.stop()
	s.transport.CloseIdleConnections()
	<-s.ended
	return s.err
}

// Ended is closed when the service has ended, by itself or by Close.
func (s *Service) Ended() <-chan struct{} { return s.ended }

// rewrite forwards a request unchanged. It appends the client's address to X-Forwarded-For, behind those
// that earlier proxies reported.
func rewrite(r *httputil.ProxyRequest) {
	r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "http", "cotejo", r.In.Host
	r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
	r.SetXForwarded()
}

// loopback is where requests within the program come from.
var loopback = netip.MustParsePrefix("127.0.0.1/32")
