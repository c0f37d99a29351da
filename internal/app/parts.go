package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"time"
)

// listen takes the address of a service; variable is the setting of the port.
func listen(host string, port int, variable string) (net.Listener, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("no se puede escuchar en %s:%d (¿ya lo usa otro programa? elija otro con %s): %w", host, port, variable, err)
	}
	return listener, nil
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

// startIf is start where wanted; else that part has ended already.
func (p parts) startIf(wanted bool, name string, run func() error) (ended <-chan error) {
	if wanted {
		return p.start(name, run)
	}
	none := make(chan error)
	close(none)
	return none
}

// sweepEvery is how often what nobody needs any more is removed.
const sweepEvery = time.Hour

// learnEvery is how often it is looked whether the collection has changed so
// much that what was learned of it is out of date.
const learnEvery = 10 * time.Minute

// feedEvery is how often it is looked what pages that are open must be reported.
const feedEvery = 500 * time.Millisecond

// repeat does something at once and then again and again, until ctx ends.
func repeat(ctx context.Context, pause time.Duration, do func()) {
	for ctx.Err() == nil {
		do()
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}
