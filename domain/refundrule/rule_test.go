package refundrule_test

import (
	"strings"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/refundrule"
)

func at(text string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04:05", text, time.FixedZone("WIB", 7*60*60))
	if err != nil {
		panic(err)
	}
	return t
}

func TestHowMoneyCanGoBackNow(t *testing.T) {
	t.Parallel()
	rules := refundrule.Rules{Company: func(connection string) string { return strings.TrimSuffix(connection, "-1") }}
	wallet := func(code string) payment.RefundMoney {
		return payment.RefundMoney{Connection: "xendit-1", Channel: "ewallet", ChannelCode: code, PaidAt: at("2026-03-02 10:00:00")}
	}
	qris := func(issuer string) payment.RefundMoney {
		return payment.RefundMoney{Connection: "xendit-1", Channel: "qris", ChannelCode: "QRIS", Issuer: issuer, PaidAt: at("2026-03-02 10:00:00")}
	}
	for _, c := range []struct {
		name string
		of   payment.RefundMoney
		now  string
		want string
	}{
		{"a wallet on its day", wallet("DANA"), "2026-03-02 23:44:59", "void transfer"},
		{"five minutes before the cut-off", wallet("DANA"), "2026-03-02 23:45:00", "transfer"},
		{"the next day", wallet("DANA"), "2026-03-03 00:00:00", "provider transfer"},
		{"after its window", wallet("DANA"), "2026-06-02 00:00:00", "transfer"},
		{"OVO on its day", wallet("OVO"), "2026-03-02 12:00:00", "void transfer"},
		{"OVO the next day", wallet("OVO"), "2026-03-03 12:00:00", "transfer"},
		{"QRIS of a listed issuer within a day", qris("DANA"), "2026-03-03 09:54:59", "void provider transfer"},
		{"QRIS of a listed issuer later", qris("DANA"), "2026-03-03 09:55:00", "provider transfer"},
		{"QRIS of a listed issuer after 30 days", qris("DANA"), "2026-04-01 10:00:00", "transfer"},
		{"QRIS of another issuer", qris("GOPAY"), "2026-03-02 12:00:00", "transfer"},
		{"QRIS of an unknown issuer", qris(""), "2026-03-02 12:00:00", "transfer"},
		{"an invoice that a wallet paid", payment.RefundMoney{Connection: "xendit-1", Channel: "invoice", ChannelCode: "DANA", PaidAt: at("2026-03-02 10:00:00")}, "2026-03-03 12:00:00", "provider transfer"},
		{"a virtual account", payment.RefundMoney{Connection: "xendit-1", Channel: "va", ChannelCode: "BCA", PaidAt: at("2026-03-02 10:00:00")}, "2026-03-02 12:00:00", "transfer"},
		{"an unknown company", payment.RefundMoney{Connection: "other", Channel: "ewallet", ChannelCode: "DANA", PaidAt: at("2026-03-02 10:00:00")}, "2026-03-02 12:00:00", "transfer"},
	} {
		var got []string
		for _, choice := range rules.RefundChoices(c.of, at(c.now)) {
			got = append(got, choice.Method)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func TestEveryRuleHasASource(t *testing.T) {
	t.Parallel()
	for _, r := range refundrule.Table {
		if _, err := time.Parse(time.DateOnly, r.Read); err != nil || r.Source == "" {
			t.Errorf("%s %s %v: %q read %q", r.Provider, r.Channel, r.Codes, r.Source, r.Read)
		}
	}
}
