package mailer

import (
	"strings"
	"testing"
)

func TestAServerIsReachedWithTLSUnlessItIsOnThisMachineOrTheURLSaysSo(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]Server{
		"smtp://mail.example.com":                    {Host: "mail.example.com", Port: 587, TLS: TLSRequired},
		"smtp://mail.example.com:25?tls=none":        {Host: "mail.example.com", Port: 25, TLS: TLSNone},
		"smtp://mail.example.com?tls=optional":       {Host: "mail.example.com", Port: 587, TLS: TLSOptional},
		"smtp://127.0.0.1:2525":                      {Host: "127.0.0.1", Port: 2525, TLS: TLSNone},
		"smtp://localhost?tls=required":              {Host: "localhost", Port: 587, TLS: TLSRequired},
		"smtp://[::1]":                               {Host: "::1", Port: 587, TLS: TLSNone},
		"smtp://10.0.0.7":                            {Host: "10.0.0.7", Port: 587, TLS: TLSRequired},
		"smtps://mail.example.com":                   {Host: "mail.example.com", Port: 465, TLS: TLSImplicit},
		"smtps://me%40example.com:p%2F%40@mail.test": {Host: "mail.test", Port: 465, User: "me@example.com", Password: "p/@", TLS: TLSImplicit},
	} {
		got, err := ParseServer(raw)
		if err != nil || got != want {
			t.Errorf("%s: %+v %v, want %+v", raw, got, err, want)
		}
	}
	for _, raw := range []string{
		"", "mail.example.com", "http://mail.example.com", "smtp://", "smtp://mail.test?tls=maybe", "smtps://mail.test?tls=none",
		"smtp://user@mail.test", "smtp://mail.test:0", "smtp://mail.test:99999", "smtp://mail.test/inbox", "smtp://user:sec ret%zz@mail.test",
	} {
		if s, err := ParseServer(raw); err == nil {
			t.Errorf("%s: %+v", raw, s)
		} else if strings.Contains(err.Error(), "sec") {
			t.Errorf("the error quotes the password: %v", err)
		}
	}
}
