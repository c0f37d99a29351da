package config

import (
	"strings"
	"testing"
)

func TestMailboxes(t *testing.T) {
	for text, want := range map[string]int{
		"imaps://reparto@mail.x.co":                                      1,
		"imaps://a@x.co@mail.x.co/INBOX, imap://b@127.0.0.1:143/Tutelas": 2,
		" imaps://a@mail.x.co\n\timaps://b@mail.x.co ":                   2,
		"imaps://a@mail.x.co/Uno imaps://a@mail.x.co/Dos":                2,
	} {
		c, _, err := setup{environ: []string{"SVC_MAIL_URL=" + text, "SVC_MAIL_PASSWORD_FILE=claves"}}.load(t)
		if err != nil || len(c.Mailboxes) != want || len(c.Warnings) > 0 {
			t.Errorf("%q: %q, %v, warnings %q", text, c.Mailboxes, err, c.Warnings)
		}
	}
	for text, why := range map[string]string{
		"mail.x.co":                           "debe ser como imaps://",
		"imaps://mail.x.co":                   "debe ser como imaps://",
		"pop3://a@mail.x.co":                  "debe ser como imaps://",
		"imaps://a:s3creto@mail.x.co":         "SVC_MAIL_PASSWORD_FILE",
		"imaps://a@x.co imaps://a@x.co/INBOX": "dos veces",
		"imaps://a@x.co/Cotejo/recibidos":     "elija la carpeta",
	} {
		_, _, err := setup{environ: []string{"SVC_MAIL_URL=" + text, "SVC_MAIL_PASSWORD_FILE=claves"}}.load(t)
		if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "s3creto") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, err := (setup{environ: []string{"SVC_MAIL_URL=imaps://a@x.co"}}).load(t); err == nil || !strings.Contains(err.Error(), "SVC_MAIL_PASSWORD_FILE") {
		t.Errorf("without passwords: %v", err)
	}
	const box, token, id = "SVC_MAIL_URL=imaps://a@x.co", "SVC_MAIL_OAUTH_TOKEN_URL=https://x.co/token", "SVC_MAIL_OAUTH_CLIENT_ID=cotejo"
	const secret, refresh = "SVC_MAIL_OAUTH_CLIENT_SECRET_FILE=s", "SVC_MAIL_OAUTH_REFRESH_TOKEN_FILE=r"
	for _, environ := range [][]string{{box, token, id, secret, "SVC_MAIL_OAUTH_SCOPES=a b"}, {box, token, id, refresh}, {box, token, id, secret, refresh}} {
		c, _, err := setup{environ: environ}.load(t)
		if err != nil || len(c.Warnings) > 0 || c.MailOAuth.TokenURL == "" {
			t.Errorf("%q: %+v, %v, warnings %q", environ, c.MailOAuth, err, c.Warnings)
		}
	}
	for want, environ := range map[string][]string{
		"SVC_MAIL_OAUTH_CLIENT_ID":          {box, token, secret},
		"SVC_MAIL_OAUTH_CLIENT_SECRET_FILE": {box, token, id},
		"https://": {box, "SVC_MAIL_OAUTH_TOKEN_URL=http://x.co/token", id, secret, "ENVIRONMENT=production",
			"SVC_JWT_SECRET=0123456789abcdef0123456789abcdef0123456789abcdef"},
	} {
		if _, _, err := (setup{environ: environ}).load(t); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", environ, err, want)
		}
	}
	for _, environ := range [][]string{{token, id, secret}, {box, token, id, secret, "SVC_MAIL_PASSWORD_FILE=claves"}} {
		if c, _, err := (setup{environ: environ}).load(t); err != nil || len(c.Warnings) != 1 {
			t.Errorf("%q: warnings %q, %v", environ, c.Warnings, err)
		}
	}
	c, _, err := setup{environ: []string{"SVC_MAIL_PASSWORD_FILE=claves"}}.load(t)
	if err != nil || len(c.Warnings) != 1 {
		t.Errorf("passwords without a mailbox: %q, %v", c.Warnings, err)
	}
}
