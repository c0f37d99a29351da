package notifyapi_test

import (
	"fmt"
	"log/slog"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/notifyapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/ports"
)

func ExampleRegister() {
	server := rest.NewServer(rest.Options{Logger: slog.New(slog.DiscardHandler), Everyone: &account.System})
	var services struct { // of a program
		ports.Docket
		ports.UserAdmin
		ports.Auth
	}
	api := notifyapi.Register(server, notifyapi.Deps{Docket: services, Users: services, Auth: services})
	fmt.Println(api.OpenAPI().OpenAPI, api.OpenAPI().Paths["/notificaciones/{id}/estado"].Patch.Summary)
	// Output: 3.1.0 Cambiar el estado de una notificación
}
