package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/auth"
)

// listen takes the address of a service, whose settings are prefix_HOST and prefix_PORT.
func listen(host string, port int, prefix string) (net.Listener, error) {
	at := net.JoinHostPort(host, strconv.Itoa(port))
	listener, err := net.Listen("tcp", at)
	var name *net.DNSError
	const advice = "; escriba 127.0.0.1 (solo esta máquina), 0.0.0.0 (toda la red) o una dirección de esta máquina: %w"
	switch {
	case err == nil:
		return listener, nil
	case errors.As(err, &name):
		return nil, fmt.Errorf("%s_HOST=%s: no se encuentra esa máquina"+advice, prefix, host, err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%s_HOST=%s: no es una dirección de esta máquina"+advice, prefix, host, err)
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("no se puede escuchar en %s: otro programa ya escucha ahí; elija otro puerto con %s_PORT: %w", at, prefix, err)
	}
	return nil, fmt.Errorf("no se puede escuchar en %s; elija otro puerto con %s_PORT: %w", at, prefix, err)
}

// serverOptions returns the options that the servers of both services have.
func serverOptions(c config.Server, log *slog.Logger, meter rest.Meter) rest.Options {
	return rest.Options{
		Logger: log, NewID: newID, BodyMemory: c.RequestMemory, TrustedProxies: c.TrustedProxies, Production: c.Production(),
		Meter: meter, MetricsToken: string(c.MetricsToken),
	}
}

// signer returns the signer of bearer tokens, with a new secret if there is none. An error says
// where the secret cannot be kept, and what to do.
func signer(c config.Server, log *slog.Logger, where string, o token.Options) (*token.Tokens, error) {
	secret, made, err := c.TokenSecret()
	if err != nil {
		return nil, cannot("no se puede guardar el secreto de los tokens "+where, err)
	}
	if made != "" {
		log.Info("generated a token signing secret", "file", made)
	}
	o.Issuer, o.Leeway, o.ShortSecret = auth.DefaultIssuer, auth.Leeway, !c.Production()
	return token.New(secret, o)
}

// WebAddresses returns where a browser finds a service that listens at an address. For one that
// listens everywhere these are localhost and the addresses of the network.
func WebAddresses(at net.Addr) []string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return []string{"http://" + at.String()}
	}
	port := strconv.Itoa(tcp.Port)
	addresses := []string{"http://" + net.JoinHostPort("localhost", port)}
	local, _ := net.InterfaceAddrs() // localhost is enough where they are not known
	for _, a := range local {
		if network, ok := a.(*net.IPNet); ok && network.IP.IsGlobalUnicast() && (network.IP.To4() != nil || tcp.IP.To4() == nil) {
			addresses = append(addresses, "http://"+net.JoinHostPort(network.IP.String(), port))
		}
	}
	return addresses
}

// tellMemory logs the memory that the server takes at most, its readers aside:
// what it has without requests, and what their bodies may take.
func tellMemory(log *slog.Logger, requests int64) {
	const idle = 250 << 20
	log.Info("memory is bounded", "requests_mb", requests>>20, "server_mb", (idle+requests)>>20)
}

// parts run side by side until their context ends or one of them does, which
// takes the others with it.
type parts struct {
	context.Context
	stop context.CancelCauseFunc
}

func newParts(ctx context.Context) parts {
	ctx, stop := context.WithCancelCause(ctx)
	return parts{ctx, stop}
}

func (p parts) start(name string, run func() error) (ended <-chan error) {
	end := make(chan error, 1)
	go func() {
		err := run()
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		p.stop(err)
		end <- err
	}()
	return end
}

// startIf calls start if wanted. Otherwise it returns a closed channel, as of a part that has ended.
func (p parts) startIf(wanted bool, name string, run func() error) (ended <-chan error) {
	if wanted {
		return p.start(name, run)
	}
	none := make(chan error)
	close(none)
	return none
}

// sweepEvery is the interval between removals of expired data.
const sweepEvery = time.Hour

// learnEvery is the interval between checks whether the collection has changed so much that its
// learned boilerplate is out of date.
const learnEvery = 10 * time.Minute

// feedEvery is the interval between checks for events that open pages of the console must receive.
const feedEvery = 500 * time.Millisecond

// repeat calls do at once and after each pause, until ctx ends.
func repeat(ctx context.Context, pause time.Duration, do func()) {
	for ctx.Err() == nil {
		do()
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}
