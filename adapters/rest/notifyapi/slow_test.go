package notifyapi_test

import (
	"testing"

	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestSlowBodiesHoldNoCase(t *testing.T) {
	h := build(t)
	h.HoldBodies(t, h.spec, h.read, h.boss, unknown, apitest.Row{Path: "/procesos", Token: h.ana, Status: 200})
}
