package intakeapi_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/account"
)

func ExampleRegister() {
	server := rest.NewServer(rest.Options{
		Logger:   slog.New(slog.DiscardHandler),
		NewID:    func() string { return "r1" },
		Everyone: &account.Actor{Username: "admin", Role: account.Admin},
	})
	// newIntake and newAuth stand for the services of a program.
	intakeapi.Register(server, intakeapi.Deps{Intake: newIntake(), Auth: newAuth(), Version: "1.0"})

	ln, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() { _ = server.Serve(ln) }()
	res, _ := http.Get("http://" + ln.Addr().String() + "/api/v1/health")
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	fmt.Print(string(body))
	http.DefaultClient.CloseIdleConnections()
	_ = server.Shutdown(context.Background())
	// Output: {"status":"degraded","version":"1.0","components":[{"name":"database","status":"ok","detail":null},{"name":"ocr","status":"error","detail":"No arranca."}]}
}
