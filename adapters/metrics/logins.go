package metrics

import (
	"context"
	"net/netip"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/ports"
)

// Auth counts logins that are refused, by the code of the reason.
func (m *Metrics) Auth(next ports.Auth) ports.Auth {
	return countedAuth{next, register(m.registry, prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: prefix, Name: "login_refusals_total", Help: "Logins that were refused, by the code of the reason.",
	}, []string{"code"})), &words{}}
}

type countedAuth struct {
	ports.Auth
	refused *prometheus.CounterVec
	codes   *words
}

func (a countedAuth) Login(ctx context.Context, username, password string, from netip.Addr) (account.Grant, error) {
	grant, err := a.Auth.Login(ctx, username, password, from)
	a.count(err)
	return grant, err
}

func (a countedAuth) OpenSession(ctx context.Context, username, password string, from netip.Addr) (account.Secret, account.Actor, error) {
	secret, by, err := a.Auth.OpenSession(ctx, username, password, from)
	a.count(err)
	return secret, by, err
}

func (a countedAuth) count(err error) {
	if err != nil {
		a.refused.WithLabelValues(a.codes.limit(codeOf(err))).Inc()
	}
}
