package notifyapi_test

import (
	"fmt"
	"log/slog"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/notifyapi"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/testkit/mock"
)

func ExampleRegister() {
	server := rest.NewServer(rest.Options{Logger: slog.New(slog.DiscardHandler), Everyone: &account.System})
	api := notifyapi.Register(server, notifyapi.Deps{NotificationService: &mock.NotificationServiceMock{}, Users: &mock.UserAdminMock{}, Auth: &mock.AuthMock{}})
	fmt.Println(api.OpenAPI().OpenAPI, api.OpenAPI().Paths["/notificaciones/{id}/estado"].Patch.Summary)
	// Output: 3.1.0 Cambiar el estado de una notificación
}
