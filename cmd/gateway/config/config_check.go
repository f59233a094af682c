package config

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // for machines without a time zone database

	"gateway/domain/account"
	"gateway/domain/aging"
	"gateway/domain/bankstatement"
	"gateway/domain/calendar"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore/esdb"
	"gateway/http/outbound/providers"
	"gateway/http/outbound/realtimeserver"
	"gateway/http/server/strangers"
	"gateway/http/service/credential"

	"github.com/shopspring/decimal"
)

// maxProviderTimeout leaves a creation enough time for its events before a stop ends it.
const maxProviderTimeout = 40 * time.Second

// maxSlipLength is what the API takes.
const maxSlipLength = 64

// maxHoldDays keeps the hold within the range of a time.Duration.
const maxHoldDays = 3650

// logLevels are the allowed values of LOG_LEVEL; the library knows more. fatal hides errors, and is only for
// tests that provoke them.
var logLevels = []string{"fatal", "error", "warning", "warn", "info", "debug"}

// Check refuses values that cannot work and, in production, values that are only safe in a sandbox. The error
// lists all problems, each with the name of its variable.
func (c Config) Check() error { return configurationError(c.problems()) }

// problems returns all problems, each starting with the name of its variable. Some are nil.
func (c Config) problems() []error {
	problems := []error{
		problem(c.Environment != Sandbox && c.Environment != Production, "ENVIRONMENT must be sandbox or production"),
		problem(c.VATRate.IsNegative() || c.VATRate.GreaterThan(decimal.NewFromInt(100)), "VAT_RATE must be from 0 to 100"),
		c.taxProblem(),
		problem(c.TaxWithholdingRate.IsNegative() || c.TaxWithholdingRate.GreaterThan(decimal.NewFromInt(100)),
			"TAX_WITHHOLDING_RATE must be from 0 to 100"),
		problem(c.TaxSlipLength < 1 || c.TaxSlipLength > maxSlipLength, fmt.Sprintf("TAX_SLIP_LENGTH must be from 1 to %d", maxSlipLength)),
		problem(c.DocumentRetentionDays < 1, "DOCUMENT_RETENTION_DAYS must be 1 or more"),
		problem(c.ReviewUsually < time.Minute, "REVIEW_USUALLY must be a minute or more"),
		problem(c.SlowQueryAfter < 0, "SLOW_QUERY_AFTER must not be negative"),
		problem(c.LogFormat != "text" && c.LogFormat != "json", "LOG_FORMAT must be text or json"),
		problem((c.AdminEmail == "") != (c.AdminPassword == ""), "ADMIN_EMAIL and ADMIN_PASSWORD go together"),
		problem(c.AdminPassword != "" && credential.CheckLength(c.AdminPassword) != nil, "ADMIN_PASSWORD must have 8 to 255 bytes"),
		c.tracingProblem(),
		problem(c.DebugAddr != "" && !isLoopback(c.DebugAddr), "DEBUG_ADDR must be a loopback address such as 127.0.0.1:6060"),
		problem(c.ProviderTimeout <= 0 || c.ProviderTimeout > maxProviderTimeout,
			"PROVIDER_TIMEOUT must be above 0, and at most 40s: a stop waits 45s for a creation that calls the provider"),
		problem(c.ProviderListingRate < 0, "PROVIDER_LISTING_RATE must not be negative"),
		problem(c.ProviderListingRate == 0 && c.Confirms(),
			"PROVIDER_LISTING_RATE must be above 0 with PROVIDER_CONFIRM: only the provider's books confirm that money was taken back"),
		problem(c.ProviderListingAfter <= 0, "PROVIDER_LISTING_AFTER must be above 0"),
		problem(c.ProviderPayoutAPI != report.PayoutsV1 && c.ProviderPayoutAPI != report.PayoutsV2, "PROVIDER_PAYOUT_API must be v1 or v2"),
		problem(c.DualControlFrom != nil && money.Check(*c.DualControlFrom) != nil || c.DualControlFrom != nil && c.DualControlFrom.IsNegative(),
			"DUAL_CONTROL_FROM must be an amount in rupiah from 0 up"),
		problem(c.HoldDays < 0 || c.HoldDays > maxHoldDays, fmt.Sprintf("HOLD_DAYS must be from 0 to %d", maxHoldDays)),
		problem(c.WriteOffAfterDays < 0 || c.WriteOffAfterDays > maxHoldDays,
			fmt.Sprintf("WRITE_OFF_AFTER_DAYS must be from 0 to %d", maxHoldDays)),
		problem(c.BankLineAttentionDays < 0 || c.BankLineAttentionDays > maxHoldDays,
			fmt.Sprintf("BANK_LINE_ATTENTION_DAYS must be from 0 to %d", maxHoldDays)),
		problem(len(c.AgingClasses) > 0 && !aging.Classes(c.AgingClasses).Valid(),
			"AGING_CLASSES must be ascending numbers of days, such as 7,30,90"),
		problem(c.SimulatedProviders < 0 || c.SimulatedProviders > len(simulatedCompanies),
			fmt.Sprintf("SIMULATED_PROVIDERS must be from 1 to %d", len(simulatedCompanies))),
		problem(c.SimulatedProviders > 1 && (!c.Simulates() || c.Environment != Sandbox),
			"SIMULATED_PROVIDERS is for a sandbox without PROVIDER_URL and PROVIDERS_FILE"),
		problem(c.SimulatorPayoutDelay < 0, "SIMULATOR_PAYOUT_DELAY must not be negative"),
		problem(c.SimulatorSettlementDelay < 0, "SIMULATOR_SETTLEMENT_DELAY must not be negative"),
		problem(c.CoolOff() < 0, "PAYOUT_COOL_OFF must not be negative"),
		problem(c.PayoutAttemptMargin < 0, "PAYOUT_ATTEMPT_MARGIN must not be negative"),
		c.archiveProblem(),
		eventStoreProblem(c.EventStoreURL, c.StateURL),
		problem(c.LoginsPerAccount < 0, "LOGIN_LIMIT_PER_ACCOUNT must not be negative"),
		problem(c.LoginsPerAddress < 0, "LOGIN_LIMIT_PER_ADDRESS must not be negative"),
		problem(c.RegistrationsPerMinute < 0, "REGISTRATION_LIMIT_PER_MINUTE must not be negative"),
		problem(c.RequestsPerMinute < 0, "REQUEST_LIMIT_PER_MINUTE must not be negative"),
		problem(c.Connections < 0, "CONNECTION_LIMIT must not be negative"),
		problem(c.ConnectionsPerAddress < 0, "CONNECTION_LIMIT_PER_ADDRESS must not be negative"),
		bytesProblem("STRANGER_BYTES_LIMIT", c.StrangerBytes),
		bytesProblem("STRANGER_BYTES_LIMIT_PER_ADDRESS", c.StrangerBytesPerAddress),
		problem(c.Migrate != "" && c.Migrate != "on" && c.Migrate != MigrateOff, "MIGRATE must be on or off"),
		problem(c.MigratePassword != "" && c.MigrateUser == "", "MIGRATE_USER must be set with MIGRATE_PASSWORD"),
		problem(c.MigrateUser != "" && c.DatabaseURL == "", "MIGRATE_USER goes with DATABASE_URL"),
		problem(!isAddress(c.HTTPAddr), "HTTP_ADDR must be an address such as :8080 or 127.0.0.1:8080"),
		urlProblem("PUBLIC_URL", c.PublicURL), urlProblem("OTHER_ENVIRONMENT_URL", c.OtherURL), urlProblem("PROVIDER_URL", c.ProviderURL),
	}
	problems = append(problems, c.brandProblems()...)
	_, err := c.Calendar()
	problems = append(problems, err)
	problems = append(problems, problem(!slices.Contains(logLevels, strings.ToLower(c.LogLevel)),
		"LOG_LEVEL must be error, warning, info or debug"))
	if c.AdminEmail != "" {
		_, err = account.NormalizeEmail(c.AdminEmail)
		problems = append(problems, problem(err != nil, "ADMIN_EMAIL must be an e-mail address"))
	}
	problems = append(problems, channelProblems("HOLD_UNTIL_SETTLED", c.HoldUntilSettled)...)
	problems = append(problems, channelProblems("PAYMENT_EXPIRY", upperCaseKeys(c.PaymentExpiry))...)
	problems = append(problems, c.expiryProblems()...)
	problems = append(problems, accountProblems("BANK_ACCOUNTS", c.BankAccounts)...)
	for _, proxy := range c.TrustedProxies {
		problems = append(problems, problem(!isNetwork(proxy), "TRUSTED_PROXIES takes IP addresses and networks: "+proxy+" is neither"))
	}
	problems = append(problems, c.databaseProblems()...)
	problems = append(problems, c.realtimeProblems()...)
	problems = append(problems, c.mailProblems()...)
	if c.Environment == Production {
		problems = append(problems, c.productionProblems()...)
	}
	return problems
}

// expiryProblems returns a problem for each channel whose payments would expire at once, ordered by code.
func (c Config) expiryProblems() (problems []error) {
	for _, code := range slices.Sorted(maps.Keys(c.PaymentExpiry)) {
		problems = append(problems, problem(c.PaymentExpiry[code] < time.Second,
			"PAYMENT_EXPIRY takes times from 1s up: "+strings.ToUpper(code)+" has "+c.PaymentExpiry[code].String()))
	}
	return problems
}

// channelProblems returns a problem for each code that is not a channel, ordered by code.
func channelProblems(name string, codes []string) (problems []error) {
	for _, code := range codes {
		_, known := pricing.Lookup(code)
		problems = append(problems, problem(!known, name+" takes channel codes: "+code+" is none"))
	}
	return problems
}

// accountProblems returns a problem for each text that is not the number of an account at a bank.
func accountProblems(name string, numbers []string) (problems []error) {
	for _, number := range numbers {
		_, ok := bankstatement.AccountNumber(number)
		problems = append(problems, problem(!ok, name+" takes numbers of accounts: "+number+" is none"))
	}
	return problems
}

// isAddress reports whether a text is a host, possibly empty, and a port.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	_, wrong := strconv.ParseUint(port, 10, 16)
	return err == nil && wrong == nil
}

// isNetwork reports whether a text is an IP address or a network such as 10.0.0.0/8.
func isNetwork(text string) bool {
	_, err := netip.ParsePrefix(text)
	return err == nil || net.ParseIP(text) != nil
}

// databaseProblems returns the problems of the database settings. They never repeat a URL, which may hold a
// password.
func (c Config) databaseProblems() (problems []error) {
	for _, v := range []struct{ name, raw string }{
		{"DATABASE_URL", c.DatabaseURL}, {"EVENTSTORE_URL", c.EventStoreURL}, {"STATE_URL", c.StateURL},
	} {
		if v.raw == "" || v.name == "EVENTSTORE_URL" && esdb.IsURL(v.raw) {
			continue
		}
		if _, err := ParseURL(v.raw); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", v.name, err))
		}
	}
	return problems
}

// Calendar returns the business calendar. It fails when BUSINESS_TIME_ZONE is unknown.
func (c Config) Calendar() (calendar.Calendar, error) {
	zone, err := time.LoadLocation(c.BusinessTimeZone)
	if err != nil || c.BusinessTimeZone == "Local" {
		return calendar.Calendar{}, errors.New("BUSINESS_TIME_ZONE must name a time zone such as Asia/Jakarta")
	}
	return calendar.In(zone), nil
}

func (c Config) productionProblems() []error {
	fromFile := c.ProvidersFile != "" // which was checked when it was read
	return []error{
		problem(!fromFile && c.ProviderURL == "", "PROVIDER_URL or PROVIDERS_FILE must be set in production: the simulator moves no money"),
		problem(!isEncryptedOrLocal(c.ProviderURL), "PROVIDER_URL must be https in production: the secret key goes there with each call"),
		problem(!fromFile && c.ProviderSecretKey == "", "PROVIDER_SECRET_KEY must be set in production"),
		problem(!fromFile && len(c.ProviderCallbackToken) < minCallbackToken,
			fmt.Sprintf("PROVIDER_CALLBACK_TOKEN must be set in production, with at least %d characters", minCallbackToken)),
		problem(len(c.MasterSecret) < 32, "MASTER_SECRET must be set in production, with at least 32 characters"),
		problem(c.AdminEmail == "", "ADMIN_EMAIL and ADMIN_PASSWORD must be set in production"),
		problem(c.PublicURL == "", "PUBLIC_URL must be set in production"),
		problem(c.DualControlFrom == nil, "DUAL_CONTROL_FROM must be set in production: the amount in rupiah from which on an act "+
			"of an administrator needs a second one"),
		problem(c.SimulatorPayoutDelay != 0, "SIMULATOR_PAYOUT_DELAY is for the sandbox"),
	}
}

func problem(found bool, text string) error {
	if found {
		return errors.New(text)
	}
	return nil
}

// bytesProblem refuses a limit that is too small for one whole body.
func bytesProblem(name string, limit int) error {
	return problem(limit != 0 && limit <= strangers.MaxStranger,
		fmt.Sprintf("%s must be above %d, the body of one stranger, or 0", name, strangers.MaxStranger))
}

func urlProblem(name, raw string) error {
	if raw == "" {
		return nil
	}
	u, err := url.Parse(raw)
	return problem(err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https", name+" must be an http or https URL")
}

// isEncryptedOrLocal reports whether a URL is https, points to this machine, or is empty.
func isEncryptedOrLocal(raw string) bool {
	u, err := url.Parse(raw)
	return err != nil || u.Scheme != "http" || isThisMachine(u.Host)
}

// AllowsPrivateReceivers reports whether callbacks may go to loopback and private networks. They may in a
// sandbox whose provider is simulated or on this machine. With a real provider, merchants could otherwise use
// callbacks to reach into the network.
func (c Config) AllowsPrivateReceivers() bool {
	isReal := func(of providers.Connection) bool {
		u, err := url.Parse(of.URL)
		return of.URL != "" && (err != nil || !isThisMachine(u.Host))
	}
	return c.Environment == Sandbox && !slices.ContainsFunc(c.ProviderConnections(Secrets{}), isReal)
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

func upperCaseKeys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, strings.ToUpper(name))
	}
	slices.Sort(names)
	return names
}

func (c Config) realtimeProblems() []error {
	set := 0
	for _, value := range []string{c.CentrifugoURL, c.CentrifugoAPIKey, c.CentrifugoTokenSecret} {
		if value != "" {
			set++
		}
	}
	return []error{
		problem(c.Realtime != RealtimeOff && c.Realtime != realtimeEmbedded, "REALTIME must be embedded or off"),
		problem(set != 0 && set != 3, "CENTRIFUGO_URL, CENTRIFUGO_API_KEY and CENTRIFUGO_TOKEN_SECRET go together"),
		problem(c.RealtimeTokenTTL < time.Second || c.RealtimeTokenTTL > realtimeserver.TokenTTL, "REALTIME_TOKEN_TTL must be from 1s to 60m"),
		problem(c.RealtimeConnections < 1, "REALTIME_CONNECTIONS must be at least 1"),
		urlProblem("CENTRIFUGO_URL", c.CentrifugoURL),
	}
}
