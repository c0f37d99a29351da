package rest

import (
	"context"
	"net"
	"time"
)

// clientCheck is how often a request that takes longer looks whether its client is still there.
const clientCheck = time.Second

// statusClientLeft is the status in the log of a request that ended with its client: nobody
// receives it. nginx has the same.
const statusClientLeft = 499

// endWithClient calls end when the client hangs up while ctx is not done, so that a request is
// cancelled when its client disconnects. fasthttp reads nothing from a connection while a handler
// runs and would not notice. stop ends the watch.
func endWithClient(ctx context.Context, client net.Conn, end func()) (stop func()) {
	watch := time.AfterFunc(clientCheck, func() {
		for !hungUp(client) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(clientCheck):
			}
		}
		end()
	})
	return func() { watch.Stop() }
}
