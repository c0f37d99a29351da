package intakeapi_test

import (
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// Of all routes, one whose body comes slowly keeps nobody from a document.
func TestSlowBodiesHoldNoDocument(t *testing.T) {
	h := build(t, func(o *rest.Options, _ *intakeapi.Deps, _ *house) { o.BodyIdle = 10 * time.Minute })
	h.HoldBodies(t, h.api.OpenAPI(), h.read, adminToken, knownDocument, apitest.Row{Path: prefix + "/documents/" + knownDocument, Token: goodToken, Status: 200})
}
