package wiring_test

import (
	"strings"
	"testing"

	"gateway/cmd/gateway/config"

	"github.com/caarlos0/env/v11"
)

func TestRealtimeSettingsAreChecked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		set     map[string]string
		problem string
	}{
		"nothing":                           {nil, ""},
		"off":                               {map[string]string{"REALTIME": "off"}, ""},
		"another word":                      {map[string]string{"REALTIME": "on"}, "REALTIME must be"},
		"a whole Centrifugo":                {map[string]string{"CENTRIFUGO_URL": "http://c:8000", "CENTRIFUGO_API_KEY": "k", "CENTRIFUGO_TOKEN_SECRET": "s"}, ""},
		"Centrifugo, no secret":             {map[string]string{"CENTRIFUGO_URL": "http://c:8000", "CENTRIFUGO_API_KEY": "k"}, "go together"},
		"Centrifugo, no URL":                {map[string]string{"CENTRIFUGO_API_KEY": "k", "CENTRIFUGO_TOKEN_SECRET": "s"}, "go together"},
		"a Centrifugo URL without a scheme": {map[string]string{"CENTRIFUGO_URL": "c:8000", "CENTRIFUGO_API_KEY": "k", "CENTRIFUGO_TOKEN_SECRET": "s"}, "CENTRIFUGO_URL must be"},
		"a token TTL above the limit":       {map[string]string{"REALTIME_TOKEN_TTL": "61m"}, "REALTIME_TOKEN_TTL"},
		"a token TTL of zero":               {map[string]string{"REALTIME_TOKEN_TTL": "0s"}, "REALTIME_TOKEN_TTL"},
		"no connections":                    {map[string]string{"REALTIME_CONNECTIONS": "0"}, "REALTIME_CONNECTIONS"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config, err := env.ParseAsWithOptions[config.Config](env.Options{Environment: c.set})
			if err == nil {
				err = config.Check()
			}
			if c.problem == "" && err != nil || c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)) {
				t.Errorf("%v, want %q", err, c.problem)
			}
		})
	}
}
