package rest_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

type greetingInput struct {
	Name string `query:"name" maxLength:"20"`
}

type greetingOutput struct {
	Body struct {
		Greeting string `json:"greeting"`
	}
}

func greet(ctx context.Context, in *greetingInput) (*greetingOutput, error) {
	if in.Name == "" {
		return nil, fault.New(fault.NotFound, "nobody", "¿A quién?")
	}
	var out greetingOutput
	out.Body.Greeting = "Hola, " + in.Name + ", de parte de " + rest.Actor(ctx).Username
	return &out, nil
}

func Example() {
	server := rest.NewServer(rest.Options{
		Logger:   slog.New(slog.DiscardHandler),
		NewID:    func() string { return "r1" },
		Everyone: &account.Actor{Username: "ana"},
	})
	api := server.NewAPI(rest.Spec{Title: "Saludos", Prefix: "/v1", Statuses: map[fault.Kind]int{fault.NotFound: 404}})
	rest.Handle(api, rest.Route{Method: http.MethodGet, Path: "/greeting", ID: "greet", Answers: []int{404}}, greet)

	ln, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() { _ = server.Serve(ln) }()
	for _, query := range []string{"?name=Eva", ""} {
		res, _ := http.Get("http://" + ln.Addr().String() + "/v1/greeting" + query)
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		fmt.Println(res.StatusCode, string(body))
	}
	http.DefaultClient.CloseIdleConnections()
	_ = server.Shutdown(context.Background())
	// Output:
	// 200 {"greeting":"Hola, Eva, de parte de ana"}
	//
	// 404 {"type":"about:blank","title":"No encontrado","status":404,"detail":"¿A quién?","instance":"r1","code":"nobody"}
}
