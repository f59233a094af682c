package config_test

import (
	"strings"
	"testing"
	"time"

	"gateway/cmd/gateway/config"

	"github.com/shopspring/decimal"
)

func sandbox() config.Config {
	return config.Config{
		HTTPAddr: ":0", Environment: config.Sandbox, VATRate: decimal.NewFromInt(11), TaxSlipLength: 9, DocumentRetentionDays: 1, ReviewUsually: time.Minute, ProviderTimeout: time.Second,
		ProviderPayoutAPI: "v1", ProviderListingRate: 30, ProviderListingAfter: time.Second,
		Realtime: "embedded", RealtimeConnections: 1, RealtimeTokenTTL: time.Hour, LogLevel: "error", LogFormat: "text",
	}
}

func production() config.Config {
	c := sandbox()
	c.Environment, c.PublicURL, c.ProviderURL = config.Production, "https://pay.example.com", "https://api.example.com"
	c.ProviderSecretKey, c.ProviderCallbackToken = "key", "a-token-of-16-char"
	c.MasterSecret = strings.Repeat("s", 32)
	c.AdminEmail, c.AdminPassword = "admin@example.com", "a password"
	from := decimal.NewFromInt(10_000_000)
	c.DualControlFrom = &from
	return c
}

func TestTheConfigurationIsCheckedAtTheStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]config.Config{"sandbox": sandbox(), "production": production()} {
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, refused := range []struct {
		names  string
		base   config.Config
		change func(*config.Config)
	}{
		{"ENVIRONMENT", sandbox(), func(c *config.Config) { c.Environment = "staging" }},
		{"VAT_RATE", sandbox(), func(c *config.Config) { c.VATRate = decimal.NewFromInt(-1) }},
		{"PROVIDER_LISTING_RATE", production(), func(c *config.Config) { c.ProviderListingRate = 0 }},
		{"PROVIDER_LISTING_AFTER", sandbox(), func(c *config.Config) { c.ProviderListingAfter = 0 }},
		{"PROVIDER_PAYOUT_API", sandbox(), func(c *config.Config) { c.ProviderPayoutAPI = "v3" }},
		{"VAT_RATE", sandbox(), func(c *config.Config) { c.VATRate = decimal.NewFromInt(101) }},
		{"LOG_LEVEL", sandbox(), func(c *config.Config) { c.LogLevel = "loud" }},
		{"LOG_LEVEL must be error, warning, info or debug", sandbox(), func(c *config.Config) { c.LogLevel = "panic" }},
		{"LOG_FORMAT", sandbox(), func(c *config.Config) { c.LogFormat = "xml" }},
		{"ADMIN_PASSWORD", sandbox(), func(c *config.Config) { c.AdminEmail = "a@example.com" }},
		{"PAYOUT_ATTEMPT_MARGIN", sandbox(), func(c *config.Config) { c.PayoutAttemptMargin = -1 }},
		{"PAYOUT_COOL_OFF", sandbox(), func(c *config.Config) { c.PayoutCoolOff = new(-time.Second) }},
		{"PROVIDER_TIMEOUT", sandbox(), func(c *config.Config) { c.ProviderTimeout = 0 }},
		{"PROVIDER_TIMEOUT", sandbox(), func(c *config.Config) { c.ProviderTimeout = 41 * time.Second }},
		{"ADMIN_PASSWORD", sandbox(), func(c *config.Config) { c.AdminEmail, c.AdminPassword = "admin@example.com", "1234567" }},
		{"HTTP_ADDR", sandbox(), func(c *config.Config) { c.HTTPAddr = ":99999" }},
		{"OTHER_ENVIRONMENT_URL", sandbox(), func(c *config.Config) { c.OtherURL = "sandbox.example.com" }},
		{"DOCUMENT_RETENTION_DAYS", sandbox(), func(c *config.Config) { c.DocumentRetentionDays = 0 }},
		{"REVIEW_USUALLY", sandbox(), func(c *config.Config) { c.ReviewUsually = 0 }},
		{"PUBLIC_URL", sandbox(), func(c *config.Config) { c.PublicURL = "pay.example.com" }},
		{"PAYMENT_EXPIRY", sandbox(), func(c *config.Config) { c.PaymentExpiry = map[string]time.Duration{"BITCOIN": time.Hour} }},
		{"PAYMENT_EXPIRY takes times from 1s up: QRIS", sandbox(), func(c *config.Config) { c.PaymentExpiry = map[string]time.Duration{"QRIS": -time.Hour} }},
		{"PAYMENT_EXPIRY takes times from 1s up: OVO", sandbox(), func(c *config.Config) { c.PaymentExpiry = map[string]time.Duration{"ovo": 0} }},
		{"BANK_ACCOUNTS takes numbers of accounts: ?", sandbox(), func(c *config.Config) { c.BankAccounts = []string{"123-456", "?"} }},
		{"HOLD_UNTIL_SETTLED", sandbox(), func(c *config.Config) { c.HoldUntilSettled = []string{"BITCOIN"} }},
		{"DUAL_CONTROL_FROM must be set in production", production(), func(c *config.Config) { c.DualControlFrom = nil }},
		{"DUAL_CONTROL_FROM", sandbox(), func(c *config.Config) { minus := decimal.NewFromInt(-1); c.DualControlFrom = &minus }},
		{"WRITE_OFF_AFTER_DAYS", sandbox(), func(c *config.Config) { c.WriteOffAfterDays = -1 }},
		{"BANK_LINE_ATTENTION_DAYS", sandbox(), func(c *config.Config) { c.BankLineAttentionDays = -1 }},
		{"AGING_CLASSES", sandbox(), func(c *config.Config) { c.AgingClasses = []int{30, 7} }},
		{"HOLD_DAYS", sandbox(), func(c *config.Config) { c.HoldDays = -1 }},
		{"HOLD_DAYS must be from 0 to 3650", sandbox(), func(c *config.Config) { c.HoldDays = 106_752 }}, // exceeds an int64 of nanoseconds
		{"ADMIN_EMAIL", sandbox(), func(c *config.Config) { c.AdminEmail, c.AdminPassword = "admin", "a password" }},
		{"SIMULATOR_PAYOUT_DELAY", sandbox(), func(c *config.Config) { c.SimulatorPayoutDelay = -1 }},
		{"SIMULATOR_SETTLEMENT_DELAY", sandbox(), func(c *config.Config) { c.SimulatorSettlementDelay = -1 }},
		{"HTTP_ADDR", sandbox(), func(c *config.Config) { c.HTTPAddr = "8080" }},
		{"TRUSTED_PROXIES", sandbox(), func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.0/8", "balancer"} }},
		{"DATABASE_URL", sandbox(), func(c *config.Config) { c.DatabaseURL = "localhost:5432" }},
		{"EVENTSTORE_URL", sandbox(), func(c *config.Config) { c.EventStoreURL = "mysql://localhost/log" }},
		{"REQUEST_LIMIT_PER_MINUTE", sandbox(), func(c *config.Config) { c.RequestsPerMinute = -1 }},
		{"CONNECTION_LIMIT", sandbox(), func(c *config.Config) { c.Connections = -1 }},
		{"CONNECTION_LIMIT_PER_ADDRESS", sandbox(), func(c *config.Config) { c.ConnectionsPerAddress = -1 }},
		{"STRANGER_BYTES_LIMIT must be above 16384", sandbox(), func(c *config.Config) { c.StrangerBytes = 16384 }},
		{"STRANGER_BYTES_LIMIT_PER_ADDRESS must be above 16384", sandbox(), func(c *config.Config) { c.StrangerBytesPerAddress = -1 }},
		{"EVENTSTORE_URL", sandbox(), func(c *config.Config) { c.EventStoreURL = "esdb://localhost:port" }},
		{"STATE_URL", sandbox(), func(c *config.Config) { c.StateURL = "postgres://localhost/state" }},
		{"SMTP_URL", sandbox(), func(c *config.Config) { c.SMTPURL, c.MailFrom = "http://mail.example.com", "a@example.com" }},
		{"MAIL_FROM", sandbox(), func(c *config.Config) { c.SMTPURL = "smtp://mail.example.com" }},
		{"PROVIDER_URL", production(), func(c *config.Config) { c.ProviderURL = "" }},
		{"PROVIDER_URL", production(), func(c *config.Config) { c.ProviderURL = "http://api.example.com" }},
		{"PROVIDER_SECRET_KEY", production(), func(c *config.Config) { c.ProviderSecretKey = "" }},
		{"PROVIDER_CALLBACK_TOKEN", production(), func(c *config.Config) { c.ProviderCallbackToken = "short" }},
		{"MASTER_SECRET", production(), func(c *config.Config) { c.MasterSecret = strings.Repeat("s", 31) }},
		{"ADMIN_EMAIL", production(), func(c *config.Config) { c.AdminEmail, c.AdminPassword = "", "" }},
		{"PUBLIC_URL", production(), func(c *config.Config) { c.PublicURL = "" }},
		{"SIMULATOR_PAYOUT_DELAY", production(), func(c *config.Config) { c.SimulatorPayoutDelay = time.Second }},
	} {
		c := refused.base
		refused.change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), refused.names) {
			t.Errorf("want a refusal that names %s, got %v", refused.names, err)
		}
	}
}
