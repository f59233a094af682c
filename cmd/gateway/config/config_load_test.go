package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/cmd/gateway/config"
)

func write(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEverySecretCanComeFromAFile(t *testing.T) {
	t.Parallel()
	secrets := 0
	for _, v := range config.Variables() {
		if !v.Secret {
			continue
		}
		secrets++
		path := write(t, "s3cret-value\n")
		c, _ := config.LoadFrom([]string{v.Name + "_FILE=" + path})
		for _, s := range c.Settings() {
			want := config.Setting{Name: v.Name, Value: "set", File: path}
			if s.Name == v.Name && s != want {
				t.Errorf("got %+v, want %+v", s, want)
			}
		}
	}
	if secrets < 13 {
		t.Errorf("only %d variables are secrets", secrets)
	}
}

func TestALineBreakAtTheEndOfAFileIsNoPartOfTheSecret(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"secret": "secret", "secret\n": "secret", "secret\r\n": "secret", "secret \n": "secret ", "a\nb\n\n": "a\nb\n",
	} {
		c, err := config.LoadFrom([]string{"MASTER_SECRET_FILE=" + write(t, content)})
		if err != nil || c.MasterSecret != want {
			t.Errorf("%q gives %q, %v", content, c.MasterSecret, err)
		}
	}
}

func TestASecretThatCannotBeReadNamesItsVariable(t *testing.T) {
	t.Parallel()
	file := write(t, "from a file")
	for name, c := range map[string]struct {
		environ []string
		says    string
	}{
		"both are set": {
			[]string{"MASTER_SECRET=hush", "MASTER_SECRET_FILE=" + file}, "MASTER_SECRET and MASTER_SECRET_FILE are both set: set one of them",
		},
		"no such file": {[]string{"SMTP_URL_FILE=/nowhere"}, "SMTP_URL_FILE: the file /nowhere can't be read: no such file or directory"},
		"a folder":     {[]string{"SMTP_URL_FILE=/"}, "SMTP_URL_FILE: the file / can't be read: is a directory"},
		"empty":        {[]string{"DATABASE_URL_FILE=" + write(t, "\n")}, "is empty"},
	} {
		_, err := config.LoadFrom(c.environ)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnEmptyVariableIsNotSet(t *testing.T) {
	t.Parallel()
	var environ []string
	for _, v := range config.Variables() {
		environ = append(environ, v.Name+"=", v.Name+"_FILE=")
	}
	c, err := config.LoadFrom(environ)
	if err != nil || c.ProviderTimeout != 30*time.Second || c.ProviderConfirm != nil || c.DualControlFrom != nil || !c.SimulatorFees {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestAllProblemsComeAtOnceEachWithItsVariableAndNoSecret(t *testing.T) {
	t.Parallel()
	environ := []string{
		"ENVIRONMENT=production", "PROVIDER_TIMEOUT=soon", "VAT_RATE=12x", "PROVIDER_LISTING_RATE=1.5", "PROVIDER_CONFIRM=maybe",
		"PAYMENT_EXPIRY=OVO:2m", "MASTER_SECRET_FILE=/nowhere", "DUAL_CONTROL_FROM=ten", "LOG_LEVEL=loud", "HOLD_UNTIL_SETTLED=BITCOIN",
		"DATABASE_URL=postgres:hush", "PROVIDER_CALLBACK_TOKEN=hush",
	}
	_, err := config.LoadFrom(environ)
	if err == nil {
		t.Fatal("accepted")
	}
	lines := strings.Split(strings.TrimPrefix(err.Error(), "configuration: "), "\n")
	for _, entry := range environ[1:] {
		name, _, _ := strings.Cut(entry, "=")
		count := 0
		for _, line := range lines {
			if strings.HasPrefix(line, name) {
				count++
			}
		}
		if count != 1 {
			t.Errorf("%s is named %d times in\n%v", name, count, err)
		}
	}
	if strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), "parse error on field") {
		t.Error(err)
	}
}

func TestMisspeltVariablesAreWarnedOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"MASTER_SECERT":                  "did you mean MASTER_SECRET?",
		"DATABSE_URL":                    "did you mean DATABASE_URL?",
		"database_url":                   "did you mean DATABASE_URL?",
		"PROVIDER_TIMEOUTS":              "did you mean PROVIDER_TIMEOUT?",
		"MASTER_SECRETS_FORMER_FIL":      "did you mean MASTER_SECRETS_FORMER_FILE?",
		"DATADIR":                        "did you mean DATA_DIR?",
		"GATEWAY_HTTP_ADDR":              "did you mean HTTP_ADDR?",
		"GATEWAY_TIMEOUT":                "no variable of the gateway is like it",
		"LOG_LEVEL_FILE":                 "only secrets come from files; set LOG_LEVEL",
		"GATEWAY_URL":                    "", // read by the demo
		"GATEWAY_SERVICE_HOST":           "", // Kubernetes sets these
		"GATEWAY_PORT_8080_TCP_ADDR":     "",
		"POSTGRES_PASSWORD":              "",
		"PATH":                           "",
		"HOME":                           "",
		"HTTP_PROXY":                     "",
		"LOG_FILE":                       "",
		"GOGC":                           "",
		"TEST_DATABASE_URL":              "",
		"MASTER_SECRET":                  "",
		"MASTER_SECRETS_FORMER":          "",
		"PROVIDER_CALLBACK_TOKEN_FORMER": "",
	} {
		c, _ := config.LoadFrom([]string{name + "=1"})
		got := c.Warnings()
		switch {
		case want == "" && len(got) > 0, want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], name+" is not read: ") || !strings.Contains(got[0], want)):
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestSettingsShowNoSecret(t *testing.T) {
	t.Parallel()
	var environ []string
	for _, v := range config.Variables() {
		if v.Secret {
			environ = append(environ, v.Name+"=hush-"+strings.Repeat("x", 32))
		}
	}
	environ = append(environ,
		"DATABASE_URL=postgres://hush:hush@db.example:5432/gateway?password=hush", "SMTP_URL=smtps://hush:hush@mail.example",
		"EVENTSTORE_URL=esdb://hush:hush@node.example:2113", "PROVIDER_URL=https://user:hush@api.example",
	)
	c, _ := config.LoadFrom(environ)
	settings := c.Settings()
	if text := fmt.Sprint(settings); strings.Contains(text, "hush") {
		t.Error(text)
	}
	for _, want := range []config.Setting{
		{Name: "DATABASE_URL", Value: "set (postgres://db.example:5432/gateway)"},
		{Name: "SMTP_URL", Value: "set (smtps://mail.example)"},
		{Name: "PROVIDER_CONFIRM", Value: "false"},
		{Name: "MASTER_SECRET", Value: "set"},
		{Name: "PROVIDER_TIMEOUT", Value: "30s"},
	} {
		if !slices.Contains(settings, want) {
			t.Errorf("want %+v in %+v", want, settings)
		}
	}
}

func TestAVariableThatIsMissingIsRefusedTogetherWithTheMisspeltOne(t *testing.T) {
	t.Parallel()
	_, err := config.LoadFrom([]string{"ENVIRONMENT=production", "MASTER_SECERT=" + strings.Repeat("s", 32)})
	for _, want := range []string{"MASTER_SECRET must be set in production", "MASTER_SECERT is not read: did you mean MASTER_SECRET?"} {
		if err == nil || strings.Count(err.Error(), want) != 1 {
			t.Errorf("want %q once in %v", want, err)
		}
	}
}

func TestTheLifetimeOfTokensIsShownAsAnExternalCentrifugoBoundsIt(t *testing.T) {
	t.Parallel()
	shared := []string{"CENTRIFUGO_URL=http://centrifugo:8000", "CENTRIFUGO_API_KEY=k", "CENTRIFUGO_TOKEN_SECRET=s"}
	for want, environ := range map[string][]string{
		"1h0m0s": nil, "5m0s": shared, "1m0s": append([]string{"REALTIME_TOKEN_TTL=1m"}, shared...),
	} {
		c, err := config.LoadFrom(environ)
		for _, s := range c.Settings() {
			if s.Name == "REALTIME_TOKEN_TTL" && (s.Value != want || err != nil) {
				t.Errorf("%v: got %s, want %s (%v)", environ, s.Value, want, err)
			}
		}
	}
}
