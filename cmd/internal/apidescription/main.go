// Command apidescription writes the OpenAPI descriptions of both services as
// intake.json and notify.json, from which the console's client is generated.
//
//	go run ./cmd/internal/apidescription FOLDER
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/adapters/rest/notifyapi"
	"github.com/cotejo/cotejo/core/account"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: apidescription FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(folder string) error {
	for name, api := range map[string]*rest.API{
		"intake.json": intakeapi.Register(server(), intakeapi.Deps{}),
		"notify.json": notifyapi.Register(server(), notifyapi.Deps{}),
	} {
		text, err := render(api.OpenAPI())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// server has no dependencies: its routes are described and never called.
func server() *rest.Server {
	return rest.NewServer(rest.Options{Logger: slog.New(slog.DiscardHandler), NewID: func() string { return "" }, Everyone: &account.Actor{}})
}

func render(spec *huma.OpenAPI) ([]byte, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, text, "", " ")
	b.WriteByte('\n')
	return b.Bytes(), err
}
