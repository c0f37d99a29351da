package intake

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Gate refuses what would be stored while the server stops and while its disk is nearly full. It is
// safe for concurrent use; services share one.
type Gate struct {
	Space   ports.Space
	MinFree int64 // bytes of free space under which nothing is accepted; 0: no floor

	draining atomic.Bool
}

// Drain makes the services refuse new uploads while they answer all other requests. It is the first
// step of a graceful shutdown.
func (g *Gate) Drain() { g.draining.Store(true) }

// room returns the fault if nothing can be stored now.
func (g *Gate) room(ctx context.Context) error {
	if err := g.ending(); err != nil {
		return err
	}
	return g.diskSpace(ctx)
}

func (g *Gate) ending() error {
	if g.draining.Load() {
		return fault.New(fault.Unavailable, "draining", "El servicio se está deteniendo; intente de nuevo en unos segundos.")
	}
	return nil
}

// diskSpace returns a fault while uploads are refused because the disk is nearly full.
func (g *Gate) diskSpace(ctx context.Context) error {
	if g.MinFree <= 0 {
		return nil
	}
	free, err := g.Space.Free(ctx)
	if err != nil {
		return fmt.Errorf("measuring free space: %w", err)
	}
	if free < g.MinFree {
		return fault.DiskFull(nil)
	}
	return nil
}
