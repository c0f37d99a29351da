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

// endWithClient calls end when the client hangs up before ctx is done, so that nothing is
// worked at for nobody. fasthttp itself reads nothing from a connection between two requests.
// stop ends the watch.
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
