package mailer_test

import (
	"strings"
	"testing"

	"gateway/http/outbound/mailer"
)

func TestAServerIsReachedWithTLSUnlessItIsOnThisMachineOrTheURLSaysSo(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]mailer.Server{
		"smtp://mail.example.com":                    {Host: "mail.example.com", Port: 587, TLS: mailer.TLSRequired},
		"smtp://mail.example.com:25?tls=none":        {Host: "mail.example.com", Port: 25, TLS: mailer.TLSNone},
		"smtp://mail.example.com?tls=optional":       {Host: "mail.example.com", Port: 587, TLS: mailer.TLSOptional},
		"smtp://127.0.0.1:2525":                      {Host: "127.0.0.1", Port: 2525, TLS: mailer.TLSNone},
		"smtp://localhost?tls=required":              {Host: "localhost", Port: 587, TLS: mailer.TLSRequired},
		"smtp://[::1]":                               {Host: "::1", Port: 587, TLS: mailer.TLSNone},
		"smtp://10.0.0.7":                            {Host: "10.0.0.7", Port: 587, TLS: mailer.TLSRequired},
		"smtps://mail.example.com":                   {Host: "mail.example.com", Port: 465, TLS: mailer.TLSImplicit},
		"smtps://me%40example.com:p%2F%40@mail.test": {Host: "mail.test", Port: 465, User: "me@example.com", Password: "p/@", TLS: mailer.TLSImplicit},
	} {
		got, err := mailer.ParseServer(raw)
		if err != nil || got != want {
			t.Errorf("%s: %+v %v, want %+v", raw, got, err, want)
		}
	}
	for _, raw := range []string{
		"", "mail.example.com", "http://mail.example.com", "smtp://", "smtp://mail.test?tls=maybe", "smtps://mail.test?tls=none",
		"smtp://user@mail.test", "smtp://mail.test:0", "smtp://mail.test:99999", "smtp://mail.test/inbox", "smtp://user:sec ret%zz@mail.test",
	} {
		if s, err := mailer.ParseServer(raw); err == nil {
			t.Errorf("%s: %+v", raw, s)
		} else if strings.Contains(err.Error(), "sec") {
			t.Errorf("the error quotes the password: %v", err)
		}
	}
}
