package providers_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/http/outbound/exchange"
	"gateway/http/outbound/providers"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var key = sync.OnceValue(func() snap.PrivateKey {
	parsed, err := snap.NewPrivateKey()
	if err != nil {
		panic(err)
	}
	return parsed
})

// port is what all adapters have.
type port interface {
	OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error)
	FindPayment(ctx context.Context, of report.Lookup) (report.Payment, error)
	ExpirePayment(ctx context.Context, of report.Lookup) error
	FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error)
	SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error)
	FindPayout(ctx context.Context, api, reference string) (report.Payout, error)
	Balance(ctx context.Context) (decimal.Decimal, error)
	Channels() []string
}

// books is what only a provider with a list of its bookings has.
type books interface {
	BookingPage(ctx context.Context, q report.BookingQuery) (report.BookingPage, error)
}

// connections are one of each company, at simulated companies; that to Xendit answers as answerXendit says.
func connections(t *testing.T, answerXendit http.HandlerFunc) (list []providers.Connection) {
	t.Helper()
	at := func(h http.Handler) string {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		return server.URL
	}
	list = []providers.Connection{{
		Name: "xendit", Provider: "xendit", URL: at(answerXendit), Payouts: &providers.Payouts{API: "v2", Cost: treasury.Cost{Flat: decimal.NewFromInt(2500)}},
		Key: providers.Key{SecretKey: "key", CallbackTokens: []string{"token"}},
	}}
	for _, company := range []string{"doku", "midtrans", "dana"} {
		c := providers.Connection{
			Name: company + "-1", Provider: company, Off: company == "midtrans", Channels: map[string]providers.Channel{"QRIS": {}},
			URL: at(snapsimulator.New(snapsimulator.Options{
				Company: company, ClientID: "c", MerchantID: "m", Secret: "s", MerchantKey: key().Public(), Float: decimal.NewFromInt(7_000),
			})),
			SNAP: providers.SNAP{
				ClientID: "c", MerchantID: "m", Secret: "s", PrivateKey: key(), CompanyKey: key().Public(), Phone: "628", Email: "a@b.example", IPAddress: "198.51.100.7",
			},
		}
		switch company {
		case "midtrans":
			c.Channels, c.Payouts = map[string]providers.Channel{"BCA": {Prefix: "88899"}}, &providers.Payouts{SourceAccount: "777"}
		case "dana":
			c.Channels["DANA"] = providers.Channel{Settles: providers.Settles{WorkingDays: 2}}
		}
		list = append(list, c)
	}
	return list
}

func balanceOf(amount string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"balance":`+amount+`}`) }
}

func open(t *testing.T, answerXendit http.HandlerFunc, o providers.Options) *providers.Set {
	t.Helper()
	set := providers.New(connections(t, answerXendit), o)
	t.Cleanup(set.Close)
	return set
}

func TestAConnectionIsFoundByWhatItCanDo(t *testing.T) {
	t.Parallel()
	set := open(t, balanceOf("5000"), providers.Options{})
	all, listing := providers.Ports[port](set), providers.Ports[books](set)
	for _, name := range set.Names() {
		if _, err := all(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := listing(name); (err == nil) != (name == "xendit") || err != nil && !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: books: %v", name, err)
		}
	}
	for _, name := range []string{"", "xendit-2"} {
		if _, err := all(name); !errors.Is(err, connection.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Each connection is asked at its own company, and its reports have its name.
func TestEachConnectionIsAskedAtItsOwnCompany(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var asked []string
	set := open(t, balanceOf("5000"), providers.Options{OnCall: func(_ context.Context, c exchange.Call) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, c.Connection)
	}})
	find := providers.Ports[port](set)
	for name, want := range map[string]string{"xendit": "5000", "midtrans-1": "7000"} {
		asked = nil
		p, err := find(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Balance(t.Context()); err != nil || got.String() != want || !slices.Contains(asked, name) {
			t.Errorf("%s: %s (%v), asked %v", name, got, err, asked)
		}
	}
	for _, name := range []string{"doku-1", "dana-1"} {
		p, err := find(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Balance(t.Context()); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s has a balance: %v", name, err)
		}
		ask := report.OpenRequest{Channel: pricing.QRIS, ChannelCode: "QRIS", ExternalID: "INV-1-1", Amount: decimal.NewFromInt(9_000)}
		if made, err := p.OpenPayment(t.Context(), ask); err != nil || made.QRString == "" {
			t.Errorf("%s: %+v (%v)", name, made, err)
		}
		found, err := p.FindPayment(t.Context(), report.Lookup{Channel: pricing.QRIS, TransactionID: "INV-1-1"})
		if err != nil || found.Connection != name {
			t.Errorf("%s: %+v (%v)", name, found, err)
		}
		ask.Channel, ask.ChannelCode = pricing.EWallet, "SHOPEEPAY"
		if _, err := p.OpenPayment(t.Context(), ask); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s opens what the configuration does not offer: %v", name, err)
		}
	}
}

func TestWhatAConnectionCanDoIsTold(t *testing.T) {
	t.Parallel()
	set := open(t, balanceOf("0"), providers.Options{})
	told := map[string]providers.Info{}
	for _, i := range set.Info() {
		told[i.Name] = i
	}
	xendit, doku, midtrans, dana := told["xendit"], told["doku-1"], told["midtrans-1"], told["dana-1"]
	if len(xendit.Channels) != len(pricing.Channels()) || !xendit.Lists || xendit.Confirm || len(xendit.PayoutBanks) == 0 || xendit.PayoutAPI != "v2" ||
		xendit.PayoutCost.Flat.String() != "2500" {
		t.Errorf("xendit: %+v", xendit)
	}
	if !slices.Equal(doku.Channels, []string{"QRIS"}) || doku.Lists || doku.Confirm || doku.PayoutBanks != nil || doku.Provider != "doku" {
		t.Errorf("doku-1: %+v", doku)
	}
	if !slices.Equal(midtrans.Channels, []string{"BCA"}) || !midtrans.Confirm || !midtrans.Off || len(midtrans.PayoutBanks) == 0 {
		t.Errorf("midtrans-1: %+v", midtrans)
	}
	if !slices.Equal(dana.Channels, []string{"DANA", "QRIS"}) || !dana.Confirm || dana.Offers["DANA"].Settles.WorkingDays != 2 {
		t.Errorf("dana-1: %+v", dana)
	}
}

func TestTheCredentialsOfEachConnectionAreChecked(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error_code":"INVALID_API_KEY","message":"no"}`)
	}
	set := open(t, refuse, providers.Options{})
	for _, name := range set.Names() {
		if err := set.Check(t.Context(), name); (err != nil) != (name == "xendit") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := set.Check(t.Context(), "other"); !errors.Is(err, connection.ErrUnknown) {
		t.Error(err)
	}
}

func TestANotificationIsVerifiedAsItsCompanyProvesItself(t *testing.T) {
	t.Parallel()
	set := open(t, balanceOf("0"), providers.Options{})
	for _, name := range append(set.Names(), "other") {
		_, signs := set.SNAP(name)
		tokens := set.CallbackTokens(name)
		if wantTokens := name == "xendit"; (len(tokens) > 0) != wantTokens || signs != (!wantTokens && name != "other") {
			t.Errorf("%s: tokens %v, signs %t", name, tokens, signs)
		}
	}
}
