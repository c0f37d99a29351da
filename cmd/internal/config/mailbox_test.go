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
	c, _, err := setup{environ: []string{"SVC_MAIL_PASSWORD_FILE=claves"}}.load(t)
	if err != nil || len(c.Warnings) != 1 {
		t.Errorf("passwords without a mailbox: %q, %v", c.Warnings, err)
	}
}
