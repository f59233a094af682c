package app

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"gateway/domain/pricing"
	"gateway/eventstore/esdb"

	"github.com/caarlos0/env/v11"
	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

// The two environments (specification section 1).
const (
	Sandbox    = "sandbox"
	Production = "production"
)

// Config is the environment of the process. The table in
// deploy/OPERATIONS.md says what each variable means.
type Config struct {
	HTTPAddr      string `env:"HTTP_ADDR" envDefault:":8080"`
	DataDir       string `env:"DATA_DIR" envDefault:"./data"`
	DatabaseURL   string `env:"DATABASE_URL"`
	EventStoreURL string `env:"EVENTSTORE_URL"`
	StateURL      string `env:"STATE_URL"`
	Environment   string `env:"ENVIRONMENT" envDefault:"sandbox"`
	PublicURL     string `env:"PUBLIC_URL"`
	MasterSecret  string `env:"MASTER_SECRET"`

	AdminEmail    string `env:"ADMIN_EMAIL"`
	AdminPassword string `env:"ADMIN_PASSWORD"`

	ProviderURL           string        `env:"PROVIDER_URL"`
	ProviderSecretKey     string        `env:"PROVIDER_SECRET_KEY"`
	ProviderCallbackToken string        `env:"PROVIDER_CALLBACK_TOKEN"`
	ProviderTimeout       time.Duration `env:"PROVIDER_TIMEOUT" envDefault:"30s"`
	ProviderConfirm       bool          `env:"PROVIDER_CONFIRM"`
	SimulatorPayoutDelay  time.Duration `env:"SIMULATOR_PAYOUT_DELAY"`

	VATRate          decimal.Decimal          `env:"VAT_RATE" envDefault:"11"`
	HoldUntilSettled []string                 `env:"HOLD_UNTIL_SETTLED"`
	PaymentExpiry    map[string]time.Duration `env:"PAYMENT_EXPIRY" envKeyValSeparator:"="`

	LoginsPerAccount       int      `env:"LOGIN_LIMIT_PER_ACCOUNT" envDefault:"10"`
	LoginsPerAddress       int      `env:"LOGIN_LIMIT_PER_ADDRESS" envDefault:"50"`
	RegistrationsPerMinute int      `env:"REGISTRATION_LIMIT_PER_MINUTE" envDefault:"30"`
	RequestsPerMinute      int      `env:"REQUEST_LIMIT_PER_MINUTE" envDefault:"0"`
	TrustedProxies         []string `env:"TRUSTED_PROXIES"`

	Realtime              string        `env:"REALTIME" envDefault:"embedded"`
	RealtimeConnections   int           `env:"REALTIME_CONNECTIONS" envDefault:"20000"`
	RealtimeTokenTTL      time.Duration `env:"REALTIME_TOKEN_TTL" envDefault:"60m"`
	CentrifugoURL         string        `env:"CENTRIFUGO_URL"`
	CentrifugoAPIKey      string        `env:"CENTRIFUGO_API_KEY"`
	CentrifugoTokenSecret string        `env:"CENTRIFUGO_TOKEN_SECRET"`

	LogLevel  string `env:"LOG_LEVEL" envDefault:"warning"`
	LogFormat string `env:"LOG_FORMAT" envDefault:"text"`
	// DebugAddr serves Go's profiles, on a loopback address; empty, nothing does.
	DebugAddr string `env:"DEBUG_ADDR"`
}

// Load reads the environment and checks it.
func Load() (Config, error) {
	config, err := env.ParseAs[Config]()
	if err != nil {
		return config, fmt.Errorf("configuration: %w", err)
	}
	return config, config.Check()
}

// Check refuses what can't work, and in production what is only safe in a sandbox.
// All problems are told at once, each by the name of its variable.
func (c Config) Check() error {
	problems := []error{
		problem(c.Environment != Sandbox && c.Environment != Production, "ENVIRONMENT must be sandbox or production"),
		problem(c.VATRate.IsNegative() || c.VATRate.GreaterThan(decimal.NewFromInt(100)), "VAT_RATE must be from 0 to 100"),
		problem(c.LogFormat != "text" && c.LogFormat != "json", "LOG_FORMAT must be text or json"),
		problem((c.AdminEmail == "") != (c.AdminPassword == ""), "ADMIN_EMAIL and ADMIN_PASSWORD go together"),
		problem(c.DebugAddr != "" && !isLoopback(c.DebugAddr), "DEBUG_ADDR must be a loopback address such as 127.0.0.1:6060"),
		problem(c.ProviderTimeout <= 0, "PROVIDER_TIMEOUT must be above 0"),
		eventStoreProblem(c.EventStoreURL, c.StateURL),
		problem(min(c.LoginsPerAccount, c.LoginsPerAddress, c.RegistrationsPerMinute, c.RequestsPerMinute) < 0,
			"a limit must not be negative"),
		urlProblem("PUBLIC_URL", c.PublicURL), urlProblem("PROVIDER_URL", c.ProviderURL),
	}
	_, err := logrus.ParseLevel(c.LogLevel)
	problems = append(problems, problem(err != nil, "LOG_LEVEL must be error, warning, info or debug"))
	for _, code := range append(slices.Clone(c.HoldUntilSettled), keys(c.PaymentExpiry)...) {
		_, known := pricing.Lookup(code)
		problems = append(problems, problem(!known, "HOLD_UNTIL_SETTLED and PAYMENT_EXPIRY take channel codes: "+code+" is none"))
	}
	problems = append(problems, c.realtimeProblems()...)
	if c.Environment == Production {
		problems = append(problems, c.production()...)
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	return nil
}

func (c Config) production() []error {
	return []error{
		problem(c.ProviderURL == "", "PROVIDER_URL must be set in production: the simulator moves no money"),
		problem(c.ProviderSecretKey == "", "PROVIDER_SECRET_KEY must be set in production"),
		problem(len(c.ProviderCallbackToken) < 16, "PROVIDER_CALLBACK_TOKEN must be set in production, with at least 16 characters"),
		problem(len(c.MasterSecret) < 32, "MASTER_SECRET must be set in production, with at least 32 characters"),
		problem(c.AdminEmail == "", "ADMIN_EMAIL and ADMIN_PASSWORD must be set in production"),
		problem(c.PublicURL == "", "PUBLIC_URL must be set in production"),
		problem(c.SimulatorPayoutDelay != 0, "SIMULATOR_PAYOUT_DELAY is for the sandbox"),
	}
}

func problem(is bool, text string) error {
	if is {
		return errors.New(text)
	}
	return nil
}

func urlProblem(name, raw string) error {
	if raw == "" {
		return nil
	}
	u, err := url.Parse(raw)
	return problem(err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https", name+" must be an http or https URL")
}

func eventStoreProblem(events, state string) error {
	if !esdb.IsURL(events) {
		return problem(state != "", "STATE_URL goes with an EventStoreDB log: otherwise the log's own database holds the state")
	}
	if err := esdb.CheckURL(events); err != nil {
		return fmt.Errorf("EVENTSTORE_URL: %w", err)
	}
	return nil
}

func keys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, strings.ToUpper(name))
	}
	return names
}
