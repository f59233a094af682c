package contract_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/outbound/providers"
	"gateway/http/simulator"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"
	"gateway/test/rupiah"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// port is what all adapters have.
type port interface {
	OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error)
	FindPayment(ctx context.Context, of report.Lookup) (report.Payment, error)
	ExpirePayment(ctx context.Context, of report.Lookup) error
	SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error)
	FindPayout(ctx context.Context, api, reference string) (report.Payout, error)
	SendRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error)
	FindRefund(ctx context.Context, r report.RefundOrder) (report.RefundRecord, error)
	RepeatRefundAfter() time.Duration
	Balance(ctx context.Context) (decimal.Decimal, error)
	Channels() []string
}

// books is what a provider has that lists its bookings.
type books interface {
	BookingPage(ctx context.Context, q report.BookingQuery) (report.BookingPage, error)
}

// contract is one connection: its adapter, its company, and the wire between them.
type contract struct {
	port
	set  *providers.Set
	wire *wire
	// company is its name.
	company string
	// One of both is the company.
	xendit *simulator.Simulator
	snap   *snapsimulator.Simulator
	// payoutAPI is that of its payouts; hasPayouts says whether it makes any.
	payoutAPI  string
	hasPayouts bool
}

const name = "a-1"

var float = decimal.NewFromInt(1_000_000_000)

// sign makes a contract with each company. Xendit has two, one for each of its APIs for payouts.
func sign(t *testing.T, company, payoutAPI string) *contract {
	t.Helper()
	c := &contract{wire: &wire{until: -1}, company: company, payoutAPI: payoutAPI, hasPayouts: company == "xendit" || company == "midtrans"}
	gateway := httptest.NewServer(c.wire)
	t.Cleanup(gateway.Close)
	to := providers.Connection{Name: name, Provider: company, URL: gateway.URL}
	if company == "xendit" {
		to.Key = providers.Key{SecretKey: "key", CallbackTokens: []string{"token"}}
		to.Payouts = &providers.Payouts{API: payoutAPI}
		c.xendit = xendit(t)
		c.wire.company = c.xendit
	} else {
		ours, theirs := key(t), key(t)
		to.SNAP = providers.SNAP{
			ClientID: "c", MerchantID: "m", MCC: "5732", Secret: "s", PrivateKey: ours, CompanyKey: theirs.Public(), Phone: "628", Email: "a@b.example", IPAddress: "198.51.100.7",
		}
		to.Channels = offered(company)
		to.Payouts = &providers.Payouts{SourceAccount: "777"}
		c.snap = snapsimulator.New(snapsimulator.Options{
			Company: company, ClientID: "c", MerchantID: "m", Secret: "s", MerchantKey: ours.Public(), CompanyKey: theirs, Float: float,
		})
		c.wire.company = c.snap
	}
	c.set = providers.New([]providers.Connection{to}, providers.Options{})
	t.Cleanup(c.set.Close)
	var err error
	c.port, err = providers.Ports[port](c.set)(name)
	must(t, err)
	return c
}

// offered are channels of a company that speaks SNAP BI: one for each kind that it has.
func offered(company string) map[string]providers.Channel {
	switch company {
	case "doku":
		return map[string]providers.Channel{"BCA": {Prefix: "88899"}, "QRIS": {}, "DANA": {}}
	case "midtrans":
		return map[string]providers.Channel{"BCA": {Prefix: "88899"}, "QRIS": {}, "SHOPEEPAY": {}}
	}
	return map[string]providers.Channel{"QRIS": {}, "DANA": {}}
}

func xendit(t *testing.T) *simulator.Simulator {
	t.Helper()
	db, err := sql.Open("postgres", postgrestest.Database(t))
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	s, err := simulator.New(t.Context(), simulator.Options{
		DB: sqlx.NewDb(db, "postgres"), SecretKey: "key", CallbackToken: "token", PublicURL: "http://127.0.0.1:1", Log: quiet,
		Faults: simulator.Faults{Silent: true}, Clock: inTheDay,
	})
	must(t, err)
	must(t, s.TopUp(t.Context(), float, "float"))
	return s
}

// inTheDay is the time, but never after the cut-off of voids in Jakarta: then it is an hour ago.
func inTheDay() time.Time {
	now := time.Now().In(time.FixedZone("WIB", 7*60*60))
	if now.Hour() == 23 && now.Minute() >= 45 {
		return now.Add(-time.Hour)
	}
	return now
}

var makeKey = sync.OnceValues(snap.NewPrivateKey)

func key(t *testing.T) snap.PrivateKey {
	t.Helper()
	k, err := makeKey()
	must(t, err)
	return k
}

// each runs a test with a contract with each company.
func each(t *testing.T, test func(t *testing.T, c *contract)) {
	t.Helper()
	for company, payoutAPI := range map[string]string{
		"xendit": report.PayoutsV1, "xendit v2": report.PayoutsV2, "doku": "", "midtrans": "", "dana": "",
	} {
		t.Run(company, func(t *testing.T) {
			t.Parallel()
			company, _, _ := strings.Cut(company, " ")
			test(t, sign(t, company, payoutAPI))
		})
	}
}

// kinds are a channel of each kind that the connection takes payments by.
func (c *contract) kinds(t *testing.T) (all []pricing.Channel) {
	t.Helper()
	has := map[pricing.Kind]bool{}
	for _, code := range c.Channels() {
		channel, known := pricing.Lookup(code)
		if !known {
			t.Fatalf("%s is no channel", code)
		}
		if channel.Code == "OVO" || has[channel.Kind] { // OVO needs a phone that answers
			continue
		}
		has[channel.Kind] = true
		all = append(all, channel)
	}
	return all
}

// eachKind runs a test for each kind of payment of each company.
func eachKind(t *testing.T, test func(t *testing.T, c *contract, channel pricing.Channel)) {
	t.Helper()
	each(t, func(t *testing.T, c *contract) {
		for _, channel := range c.kinds(t) {
			t.Run(string(channel.Kind), func(t *testing.T) { test(t, c, channel) })
		}
	})
}

var numbers atomic.Int64

// request asks for a payment that no other test has.
func request(channel pricing.Channel) report.OpenRequest {
	n := numbers.Add(1)
	return report.OpenRequest{
		Channel: channel.Kind, ChannelCode: channel.Code, ExternalID: fmt.Sprintf("INV-7-%d", n), Number: n, Amount: rupiah.Of("150000"),
		CustomerName: "Budi", CustomerPhone: "6281234567890", SuccessURL: "https://shop.example/thanks", FailureURL: "https://shop.example/sorry",
		Description: "Shop: order 1", ExpiresAt: time.Now().Add(24 * time.Hour), CallbackURL: "https://shop.example/qr",
	}
}

// lookup is how the gateway asks for it; id is empty if the creation was not answered.
func lookup(r report.OpenRequest, id string) report.Lookup {
	return report.Lookup{Channel: r.Channel, ChannelCode: r.ChannelCode, TransactionID: r.ExternalID, Number: r.Number, ProviderID: id}
}

// isOpen reports whether the company itself has the payment, and a customer can pay it.
func (c *contract) isOpen(t *testing.T, reference string) bool {
	t.Helper()
	if c.snap == nil {
		open, err := c.xendit.OpenBills(t.Context(), 10_000)
		must(t, err)
		for _, b := range open {
			if b.Reference == reference {
				return true
			}
		}
		return false
	}
	for _, b := range c.snap.Bills() {
		if b.Reference == reference {
			return b.Open
		}
	}
	return false
}

// pay lets the customer pay what the bill says.
func (c *contract) pay(t *testing.T, r report.OpenRequest) {
	t.Helper()
	if c.snap != nil {
		_, err := c.snap.Pay(r.ExternalID, snapsimulator.Money{})
		must(t, err)
		return
	}
	code := ""
	if r.Channel == pricing.Invoice {
		code = "BCA"
	}
	must(t, c.xendit.Pay(t.Context(), r.ExternalID, nil, code))
}

// disturbed makes a call of the port with each fault at each of its HTTP calls, until it makes no more.
func (c *contract) disturbed(t *testing.T, call func(t *testing.T, what string, with func(func(ctx context.Context)) (reached bool))) {
	t.Helper()
	for _, f := range faults {
		for n, more := 0, true; more; n++ {
			if n > 20 {
				t.Fatalf("%s: it does not end", f.name)
			}
			call(t, fmt.Sprintf("call %d: %s", n, f.name), func(do func(ctx context.Context)) bool {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				reached := c.wire.disturb(n, f, cancel)
				do(ctx)
				more = reached()
				return more
			})
		}
	}
}

// madeNothing reports whether an error of the port says that the company certainly did nothing. Every other error must
// be of an outcome that is not known.
func madeNothing(t *testing.T, what string, err error) bool {
	t.Helper()
	_, notSent := errors.AsType[*report.NotSent](err)
	_, refused := errors.AsType[*report.Refused](err)
	_, float := errors.AsType[*report.FloatEmpty](err)
	_, unknown := errors.AsType[*report.Unknown](err)
	if nothing := notSent || refused || float; nothing == unknown {
		t.Errorf("%s: the error %v says neither that nothing was made nor that it is not known", what, err)
	}
	return notSent || refused || float
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
