// Package remote is a client of the intake service's HTTP interface, for commands that run on another
// machine than the server.
package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/fault"
)

// Client speaks to a server in the session of its user, or without one. It is not safe for
// concurrent use.
type Client struct {
	server  *url.URL // of the API
	http    *http.Client
	session Session
	renewed bool // as often as the server allows
}

// Open returns a client of the server with the session that was kept of it.
func Open(server *url.URL) (*Client, error) {
	session, err := load(server)
	redirected := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{server: server, session: session, http: &http.Client{CheckRedirect: redirected}}, err
}

// Address is the address of the API.
func (c *Client) Address() string { return c.server.String() }

// Close closes the connections.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Login opens a session and keeps it.
func (c *Client) Login(ctx context.Context, username, password string) error {
	c.session = Session{}
	body, err := json.Marshal(map[string]string{"username": username, "password": password})
	if err != nil {
		return err
	}
	grant, err := decode[intakeapi.Grant](c.do(ctx, request{
		method: http.MethodPost, path: "auth/login", body: bytes.NewReader(body), contentType: "application/json",
	}))
	if err != nil {
		return err
	}
	return c.keep(grant, username)
}

// Logout ends the session and forgets it, also if the server cannot be reached.
func (c *Client) Logout(ctx context.Context) error {
	var err error
	if c.session.Token != "" {
		_, err = decode[struct{}](c.do(ctx, request{method: http.MethodPost, path: "auth/logout"}))
	}
	if fault.KindOf(err) == fault.Unauthenticated {
		err = nil
	}
	return errors.Join(forget(c.server), err)
}

func (c *Client) keep(g intakeapi.Grant, username string) error {
	now := time.Now()
	c.session = Session{Server: c.Address(), Username: username, Token: g.AccessToken, Granted: now, Expires: now.Add(time.Duration(g.ExpiresIn) * time.Second)}
	if err := save(c.server, c.session); err != nil {
		return fmt.Errorf("no se pudo guardar la sesión: %w", err)
	}
	return nil
}

// renew gets a new token in the second half of the life of the current one. The server
// allows it a number of times; after the last the token is used to its end.
func (c *Client) renew(ctx context.Context) error {
	s := c.session
	if c.renewed || s.Token == "" || time.Since(s.Granted) < s.Expires.Sub(s.Granted)/2 || time.Now().After(s.Expires) {
		return nil
	}
	c.renewed = true // before it asks, so that asking does not renew
	grant, err := data[intakeapi.Grant](ctx, c, request{method: http.MethodPost, path: "auth/refresh"})
	if err != nil {
		return nil
	}
	c.renewed = false
	return c.keep(grant, s.Username)
}

// Check reports whether the server answers and the session holds.
func (c *Client) Check(ctx context.Context) error {
	_, err := data[intakeapi.Profile](ctx, c, request{path: "auth/me"})
	return err
}

type request struct {
	method      string // GET by default
	path        string // below the prefix; parts that others chose are escaped
	query       url.Values
	body        io.Reader // nil for none
	contentType string
	key         string // Idempotency-Key
}

// do sends a request and returns the answer to a success; all else is a fault. The caller
// closes the body.
func (c *Client) do(ctx context.Context, r request) (*http.Response, error) {
	if err := c.renew(ctx); err != nil {
		return nil, err
	}
	address := c.Address() + "/" + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.method, address, r.body)
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"Content-Type": r.contentType, "Idempotency-Key": r.key} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if c.session.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.session.Token)
	}
	res, err := c.http.Do(req)
	if err != nil {
		var address *url.Error
		if errors.As(err, &address) {
			err = address.Err
		}
		return nil, c.unreachable(ctx, err)
	}
	if res.StatusCode/100 != 2 {
		defer res.Body.Close()
		return nil, c.problem(res)
	}
	return res, nil
}

func (c *Client) unreachable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.Wrap(err, fault.Unavailable, "server_unreachable", fmt.Sprintf("No se pudo hablar con el servidor %s: %v.", c.server.Host, err))
}

// maxProblem bounds the description of a problem.
const maxProblem = 1 << 20

// problem is the fault that a server answers.
func (c *Client) problem(res *http.Response) error {
	if to := res.Header.Get("Location"); res.StatusCode/100 == 3 {
		return fault.New(fault.Invalid, "redirected", fmt.Sprintf("El servidor %s remite a %s; indique esa dirección.", c.server.Host, to))
	}
	var p rest.Problem
	body, err := io.ReadAll(io.LimitReader(res.Body, maxProblem))
	if err == nil {
		err = json.Unmarshal(body, &p)
	}
	if err != nil || p.Detail == "" {
		p.Code, p.Detail = "no_problem", fmt.Sprintf("El servidor %s respondió %s; compruebe que la dirección sea la de Cotejo.", c.server.Host, res.Status)
	}
	if res.StatusCode == http.StatusUnauthorized && p.Code != "bad_credentials" {
		p.Detail += " Vuelva a entrar con «cotejo login --server " + c.Address() + "»."
	}
	kind, known := kinds[res.StatusCode]
	if !known {
		kind = fault.Internal
	}
	f := fault.New(kind, p.Code, p.Detail)
	for _, d := range p.Errors {
		if d.Message != p.Detail {
			f.Message += " " + d.Location + ": " + d.Message
		}
	}
	return f
}

// kinds are the kinds of faults by the statuses of the interface.
var kinds = map[int]fault.Kind{
	http.StatusUnauthorized: fault.Unauthenticated, http.StatusForbidden: fault.Forbidden, http.StatusNotFound: fault.NotFound,
	http.StatusConflict: fault.Conflict, http.StatusPreconditionFailed: fault.Stale, http.StatusRequestEntityTooLarge: fault.TooLarge,
	http.StatusUnprocessableEntity: fault.Unprocessable, http.StatusLocked: fault.Locked, http.StatusTooManyRequests: fault.RateLimited,
	http.StatusBadGateway: fault.Unavailable, http.StatusServiceUnavailable: fault.Unavailable, http.StatusGatewayTimeout: fault.Unavailable,
}

// maxAnswer bounds an answer: more than a comparison of the longest documents has.
const maxAnswer = 64 << 20

// decode reads the body of an answer; err is that of the request.
func decode[T any](res *http.Response, err error) (v T, _ error) {
	if err != nil {
		return v, err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNoContent {
		return v, nil
	}
	body := &io.LimitedReader{R: res.Body, N: maxAnswer}
	if err := json.NewDecoder(body).Decode(&v); err != nil {
		if body.N <= 0 {
			return v, fault.New(fault.TooLarge, "answer_too_large", fmt.Sprintf("Lo que respondió el servidor %s pasa de %d MB.", res.Request.URL.Host, maxAnswer>>20))
		}
		return v, badAnswer(res, err)
	}
	return v, nil
}

func badAnswer(res *http.Response, cause error) error {
	return fault.Wrap(cause, fault.Unavailable, "bad_answer", "No se entendió lo que respondió el servidor "+res.Request.URL.Host+".")
}
