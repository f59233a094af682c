package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"gateway/eventstore/archive"
	"gateway/http/outbound/mailer"
	"gateway/http/outbound/providers"
	"gateway/http/server/strangers"

	"github.com/shopspring/decimal"
)

// The values of ENVIRONMENT.
const (
	Sandbox    = "sandbox"
	Production = "production"
)

// Config is the configuration from environment variables. The table in deploy/OPERATIONS.md explains each of
// them. A field with the tag `secret` is never shown, and the variable with _FILE appended may name a file
// that holds the secret.
type Config struct {
	HTTPAddr      string `env:"HTTP_ADDR" envDefault:":8080"`
	DataDir       string `env:"DATA_DIR" envDefault:"./data"`
	DatabaseURL   string `env:"DATABASE_URL" secret:"true"`
	EventStoreURL string `env:"EVENTSTORE_URL" secret:"true"`
	StateURL      string `env:"STATE_URL" secret:"true"`
	// Migrate is on or off. MigrateUser and MigratePassword are the login for gateway migrate, used instead
	// of the login in the URLs.
	Migrate         string `env:"MIGRATE" envDefault:"on"`
	MigrateUser     string `env:"MIGRATE_USER"`
	MigratePassword string `env:"MIGRATE_PASSWORD" secret:"true"`

	// ArchiveURL is a directory or bucket for the archived ranges of a log in PostgreSQL. If it is empty
	// there is no archive, except with the gateway's own PostgreSQL, where it is DATA_DIR/archive.
	ArchiveURL       string `env:"ARCHIVE_URL"`
	ArchiveAccessKey string `env:"ARCHIVE_ACCESS_KEY"`
	ArchiveSecretKey string `env:"ARCHIVE_SECRET_KEY" secret:"true"`

	Environment  string `env:"ENVIRONMENT" envDefault:"sandbox"`
	PublicURL    string `env:"PUBLIC_URL"`
	MasterSecret string `env:"MASTER_SECRET" secret:"true"`
	// MasterSecretNext will follow the current one. Other instances may already use it.
	MasterSecretNext string `env:"MASTER_SECRET_NEXT" secret:"true"`
	// MasterSecretsFormer are the former secrets, newest first, from which something is still derived.
	MasterSecretsFormer []string `env:"MASTER_SECRETS_FORMER" secret:"true"`

	// SMTPURL is the mail server. Without it, a sandbox prints mails and production sends none.
	SMTPURL  string `env:"SMTP_URL" secret:"true"`
	MailFrom string `env:"MAIL_FROM"`

	AdminEmail    string `env:"ADMIN_EMAIL"`
	AdminPassword string `env:"ADMIN_PASSWORD" secret:"true"`
	// DualControlFrom is the amount in rupiah from which an administrator's acts need a second administrator.
	// Nil means that dual control is off.
	DualControlFrom *decimal.Decimal `env:"DUAL_CONTROL_FROM"`

	// ProvidersFile names the file with the connections to payment providers. Without it there is one, named xendit,
	// of the variables that follow.
	ProvidersFile         string `env:"PROVIDERS_FILE"`
	ProviderURL           string `env:"PROVIDER_URL"`
	ProviderSecretKey     string `env:"PROVIDER_SECRET_KEY" secret:"true"`
	ProviderCallbackToken string `env:"PROVIDER_CALLBACK_TOKEN" secret:"true"`
	// ProviderCallbackTokenFormer is also accepted while the provider is being switched to the new token.
	ProviderCallbackTokenFormer string        `env:"PROVIDER_CALLBACK_TOKEN_FORMER" secret:"true"`
	ProviderTimeout             time.Duration `env:"PROVIDER_TIMEOUT" envDefault:"30s"`
	// ProviderConfirm is nil for the default, which is on in production and off in the sandbox.
	ProviderConfirm      *bool         `env:"PROVIDER_CONFIRM"`
	ProviderListingRate  int           `env:"PROVIDER_LISTING_RATE" envDefault:"30"`
	ProviderListingAfter time.Duration `env:"PROVIDER_LISTING_AFTER" envDefault:"30s"`
	PayoutAttemptMargin  time.Duration `env:"PAYOUT_ATTEMPT_MARGIN" envDefault:"30s"`
	SimulatorPayoutDelay time.Duration `env:"SIMULATOR_PAYOUT_DELAY"`
	ProviderPayoutAPI    string        `env:"PROVIDER_PAYOUT_API" envDefault:"v1"` // for new payouts
	// SimulatedProviders is how many connections a sandbox without configured providers plays: xendit, doku-1,
	// midtrans-1, dana-1.
	SimulatedProviders int `env:"SIMULATED_PROVIDERS" envDefault:"1"`
	// SimulatorSettlementDelay is the time after which the simulator settles a payment; 0 means that it never
	// settles one by itself. SimulatorFees makes it charge fees. SimulatorSilent makes it send no
	// notifications.
	SimulatorSettlementDelay time.Duration `env:"SIMULATOR_SETTLEMENT_DELAY" envDefault:"48h"`
	SimulatorFees            bool          `env:"SIMULATOR_FEES" envDefault:"true"`
	SimulatorSilent          bool          `env:"SIMULATOR_SILENT"`

	// BrandName, BrandContact and BrandLegal are what the pages call the operator, and BrandColour and BrandColourDark
	// the colours of links and buttons.
	BrandName       string `env:"BRAND_NAME"`
	BrandContact    string `env:"BRAND_CONTACT"`
	BrandLegal      string `env:"BRAND_LEGAL"`
	BrandColour     string `env:"BRAND_COLOUR"`
	BrandColourDark string `env:"BRAND_COLOUR_DARK"`
	// BrandLogo and BrandIcon are the paths of the files with the operator's logo and icon.
	BrandLogo string `env:"BRAND_LOGO"`
	BrandIcon string `env:"BRAND_ICON"`
	// BusinessTimeZone is the name of a zone of the IANA time zone database.
	BusinessTimeZone string `env:"BUSINESS_TIME_ZONE" envDefault:"Asia/Jakarta"`

	// PayoutCoolOff is nil for the default, which is 24 h in production and 0 in the sandbox.
	PayoutCoolOff *time.Duration `env:"PAYOUT_COOL_OFF"`

	// BankAccounts are the numbers of our accounts at the bank. Without them a sandbox takes statements of any account, and production
	// takes none.
	BankAccounts []string `env:"BANK_ACCOUNTS"`

	VATRate decimal.Decimal `env:"VAT_RATE" envDefault:"11"`
	// TaxRate is the rate in percent on TaxBase, a share such as 11/12 of the fee, that documents show for VATRate.
	TaxRate          decimal.Decimal `env:"TAX_RATE" envDefault:"12"`
	TaxBase          string          `env:"TAX_BASE" envDefault:"11/12"`
	TaxCode          string          `env:"TAX_CODE" envDefault:"04"`
	TaxExemptCode    string          `env:"TAX_EXEMPT_CODE" envDefault:"08"`
	TaxSellerTIN     string          `env:"TAX_SELLER_TIN"`
	TaxSellerNITKU   string          `env:"TAX_SELLER_NITKU"`
	TaxSellerName    string          `env:"TAX_SELLER_NAME"`
	TaxSellerAddress string          `env:"TAX_SELLER_ADDRESS"`
	TaxUnit          string          `env:"TAX_UNIT" envDefault:"UM.0030"`
	TaxServiceCode   string          `env:"TAX_SERVICE_CODE" envDefault:"000000"`
	TaxServiceName   string          `env:"TAX_SERVICE_NAME" envDefault:"Payment gateway service fees"`
	TaxReplacement   string          `env:"TAX_REPLACEMENT" envDefault:"Pengganti"`
	TaxExemptInfo    string          `env:"TAX_EXEMPT_INFO"`
	TaxExemptStamp   string          `env:"TAX_EXEMPT_STAMP"`
	// TaxWithholdingRate is the share of our fees, in percent, that a client may withhold as income tax. TaxSlipLength is how many letters
	// and digits the number of its slip has.
	TaxWithholdingRate decimal.Decimal `env:"TAX_WITHHOLDING_RATE" envDefault:"2"`
	TaxSlipLength      int             `env:"TAX_SLIP_LENGTH" envDefault:"9"`
	// DocumentRetentionDays is for how long the documents of clients are to be kept. ReviewUsually is how long we usually take to decide
	// about one, or a registration, as clients read it before there are enough decisions to measure.
	DocumentRetentionDays int           `env:"DOCUMENT_RETENTION_DAYS" envDefault:"3653"`
	ReviewUsually         time.Duration `env:"REVIEW_USUALLY" envDefault:"24h"`
	// OtherURL is the address of our other gateway: of production in the sandbox, of the sandbox in production. It is empty if there is none.
	OtherURL string `env:"OTHER_ENVIRONMENT_URL"`

	HoldUntilSettled []string `env:"HOLD_UNTIL_SETTLED"`
	// HoldDays is the number of days after which a credit held by HoldUntilSettled is available at the
	// latest. 0 means that time alone never ends a hold.
	HoldDays int `env:"HOLD_DAYS" envDefault:"3"`
	// AgingClasses are the last days of the age classes of receivables and of suspense, in ascending order. What is
	// older than the last is in a class of its own.
	AgingClasses []int `env:"AGING_CLASSES" envDefault:"7,30,90"`
	// BankLineAttentionDays is how many days after its booking a line of our bank that nothing explains needs attention.
	BankLineAttentionDays int `env:"BANK_LINE_ATTENTION_DAYS" envDefault:"3"`
	// JournalAccounts are the numbers that accounts of the ledger have in the accounting program, by account.
	JournalAccounts map[string]string `env:"JOURNAL_ACCOUNTS" envKeyValSeparator:"="`
	// WriteOffAfterDays is for how many days a client must have owed what is written off.
	WriteOffAfterDays int                      `env:"WRITE_OFF_AFTER_DAYS" envDefault:"90"`
	PaymentExpiry     map[string]time.Duration `env:"PAYMENT_EXPIRY" envKeyValSeparator:"="`

	LoginsPerAccount       int      `env:"LOGIN_LIMIT_PER_ACCOUNT" envDefault:"10"`
	LoginsPerAddress       int      `env:"LOGIN_LIMIT_PER_ADDRESS" envDefault:"50"`
	RegistrationsPerMinute int      `env:"REGISTRATION_LIMIT_PER_MINUTE" envDefault:"30"`
	RequestsPerMinute      int      `env:"REQUEST_LIMIT_PER_MINUTE" envDefault:"0"`
	TrustedProxies         []string `env:"TRUSTED_PROXIES"`

	// Limits on what unauthenticated callers may make one instance hold at once (package strangers). 0 means
	// no limit.
	Connections             int `env:"CONNECTION_LIMIT" envDefault:"4096"`
	ConnectionsPerAddress   int `env:"CONNECTION_LIMIT_PER_ADDRESS" envDefault:"512"`
	StrangerBytes           int `env:"STRANGER_BYTES_LIMIT" envDefault:"33554432"`
	StrangerBytesPerAddress int `env:"STRANGER_BYTES_LIMIT_PER_ADDRESS" envDefault:"1048576"`

	Realtime              string        `env:"REALTIME" envDefault:"embedded"`
	RealtimeConnections   int           `env:"REALTIME_CONNECTIONS" envDefault:"20000"`
	RealtimeTokenTTL      time.Duration `env:"REALTIME_TOKEN_TTL" envDefault:"60m"`
	CentrifugoURL         string        `env:"CENTRIFUGO_URL"`
	CentrifugoAPIKey      string        `env:"CENTRIFUGO_API_KEY" secret:"true"`
	CentrifugoTokenSecret string        `env:"CENTRIFUGO_TOKEN_SECRET" secret:"true"`

	LogLevel  string `env:"LOG_LEVEL" envDefault:"warning"`
	LogFormat string `env:"LOG_FORMAT" envDefault:"text"`
	// SlowQueryAfter is the duration from which a statement is logged. 0 logs none.
	SlowQueryAfter time.Duration `env:"SLOW_QUERY_AFTER" envDefault:"500ms"`
	// OTLPEndpoint is the base URL of the OpenTelemetry collector. If it is empty, no traces are sent.
	// OTLPHeaders are sent with every export, as NAME=value pairs separated by commas.
	OTLPEndpoint string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	OTLPHeaders  string `env:"OTEL_EXPORTER_OTLP_HEADERS" secret:"true"`
	// TracesRatio is the share of requests that are traced, from 0 to 1.
	TracesRatio float64 `env:"OTEL_TRACES_SAMPLER_ARG" envDefault:"1"`
	// DebugAddr is the loopback address for Go's profiles. If it is empty, there are none.
	DebugAddr string `env:"DEBUG_ADDR"`

	// connections are those of ProvidersFile.
	connections []providers.Connection
	// warnings name the variables that are set but not read. files are the files from which secrets come, by
	// the name of the variable.
	warnings []string
	files    map[string]string
}

// Confirms reports whether the provider is asked before a notification about money is accepted.
func (c Config) Confirms() bool {
	if c.ProviderConfirm == nil {
		return c.Environment == Production
	}
	return *c.ProviderConfirm
}

// CoolOff is how long a change of bank account, e-mail address or password pauses
// auto-approval.
func (c Config) CoolOff() time.Duration {
	switch {
	case c.PayoutCoolOff != nil:
		return *c.PayoutCoolOff
	case c.Environment == Production:
		return 24 * time.Hour
	}
	return 0
}

// MigrateOff is the value of MIGRATE with which schemas are checked but not changed.
const MigrateOff = "off"

// The values of REALTIME.
const (
	RealtimeOff      = "off"
	realtimeEmbedded = "embedded"
)

// Archive returns where archived ranges of the log are stored, or nil.
func (c Config) Archive() (archive.Place, error) {
	url := c.ArchiveURL
	if url == "" {
		if c.DatabaseURL != "" || c.EventStoreURL != "" {
			return nil, nil //nolint:nilnil // no archive is a configuration, not an error
		}
		url = filepath.Join(c.DataDir, "archive")
	}
	place, err := archive.OpenPlace(url, archive.S3Options{AccessKey: c.ArchiveAccessKey, SecretKey: c.ArchiveSecretKey})
	if err != nil {
		return nil, fmt.Errorf("ARCHIVE_URL: %w", err)
	}
	return place, nil
}

func (c Config) archiveProblem() error {
	if (c.ArchiveAccessKey == "") != (c.ArchiveSecretKey == "") {
		return errors.New("ARCHIVE_ACCESS_KEY and ARCHIVE_SECRET_KEY go together")
	}
	_, err := c.Archive()
	return err
}

func (c Config) mailProblems() []error {
	if c.SMTPURL == "" {
		return nil
	}
	var problems []error
	if _, err := mailer.ParseServer(c.SMTPURL); err != nil {
		problems = append(problems, fmt.Errorf("SMTP_URL %w", err))
	}
	if err := mailer.ParseSender(c.MailFrom); err != nil {
		problems = append(problems, errors.New("MAIL_FROM goes with SMTP_URL and "+err.Error()))
	}
	return problems
}

// unused returns warnings about settings that have no effect.
func (c Config) unused() (warnings []string) {
	if c.MailFrom != "" && c.SMTPURL == "" {
		warnings = append(warnings, "MAIL_FROM has no effect without SMTP_URL: no mail is sent")
	}
	return warnings
}

// StrangersLimits returns the limits on what unauthenticated callers may make this instance hold.
func (c Config) StrangersLimits() strangers.Limits {
	return strangers.Limits{
		Connections: c.Connections, ConnectionsPerAddress: c.ConnectionsPerAddress,
		Bytes: c.StrangerBytes, BytesPerAddress: c.StrangerBytesPerAddress, TrustedProxies: c.TrustedProxies,
	}
}
