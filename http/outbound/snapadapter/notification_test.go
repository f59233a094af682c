package snapadapter_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// mustPay opens a payment and lets its customer pay.
func (b *bench) mustPay(t *testing.T, k kind) (report.OpenRequest, report.Instructions, snapsimulator.Notice) {
	t.Helper()
	r, made := b.mustOpen(t, k)
	n, err := b.company.Pay(r.ExternalID, snapsimulator.Money{})
	if err != nil {
		t.Fatal(err)
	}
	return r, made, n
}

func TestANotificationSaysWhatALookUpSays(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, made, _ := b.mustPay(t, k)
		if err := b.company.Deliver(t.Context()); err != nil || len(b.company.Waiting()) != 0 {
			t.Fatalf("%d wait (%v)", len(b.company.Waiting()), err)
		}
		heard := b.gateway.reports()
		if len(heard) != 1 {
			t.Fatalf("%d reports", len(heard))
		}
		got := heard[0]
		if got.Status != report.Paid || got.ProviderID != made.ProviderID || got.TransactionID != r.ExternalID || !got.PaidAmount.Equal(r.Amount) ||
			!got.PaidAt.Equal(b.clock.now()) || got.PaymentID == "" {
			t.Errorf("%+v", got)
		}
		// The same money has the same id, however the gateway learns of it.
		found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
		if err != nil || found.PaymentID != got.PaymentID || !found.PaidAmount.Equal(got.PaidAmount) || found.ChannelCode != got.ChannelCode {
			t.Errorf("%+v, and by notification %+v (%v)", found, got, err)
		}
	})
}

func TestNotificationsAreRepeatedWithheldAndOutOfOrder(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		b.company.SetDelivery(snapsimulator.Delivery{Withhold: true})
		first, _, _ := b.mustPay(t, k)
		second, _, _ := b.mustPay(t, k)
		if err := b.company.Deliver(t.Context()); err != nil || len(b.gateway.reports()) != 0 || len(b.company.Waiting()) != 2 {
			t.Fatalf("%d were heard (%v)", len(b.gateway.reports()), err)
		}
		b.company.SetDelivery(snapsimulator.Delivery{Reverse: true, Repeat: 1})
		if err := b.company.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		var heard, ids []string
		for _, p := range b.gateway.reports() {
			heard, ids = append(heard, p.TransactionID), append(ids, p.PaymentID)
		}
		want := []string{second.ExternalID, second.ExternalID, first.ExternalID, first.ExternalID}
		if strings.Join(heard, " ") != strings.Join(want, " ") || ids[0] != ids[1] || ids[2] != ids[3] || ids[0] == ids[2] {
			t.Errorf("heard %v with ids %v", heard, ids)
		}
	})
}

// A notification that the gateway could not take waits at the company, and comes again.
func TestAnUntakenNotificationComesAgain(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		b.mustPay(t, k)
		b.gateway.refuse = true
		if err := b.company.Deliver(t.Context()); err != nil || len(b.company.Waiting()) != 1 {
			t.Fatalf("%d wait (%v)", len(b.company.Waiting()), err)
		}
		b.gateway.refuse = false
		if err := b.company.Deliver(t.Context()); err != nil || len(b.company.Waiting()) != 0 || len(b.gateway.reports()) != 1 {
			t.Errorf("%d wait, %d were heard (%v)", len(b.company.Waiting()), len(b.gateway.reports()), err)
		}
	})
}

// A second payment, one of another amount and one after the expiry are reported as they are.
func TestMoneyThatWasNotAskedForIsReported(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, _, _ := b.mustPay(t, k)
		b.clock.advance(48 * time.Hour)
		b.gateway.forget()
		if _, err := b.company.Pay(r.ExternalID, snapsimulator.Money{Amount: decimal.NewFromInt(7), Anyway: true}); err != nil {
			t.Fatal(err)
		}
		_ = b.company.Deliver(t.Context()) // a stale token is refused, and the company asks for another
		if err := b.company.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		heard := b.gateway.reports()
		if len(heard) != 2 {
			t.Fatalf("%d reports", len(heard))
		}
		amounts := map[string]time.Time{}
		for _, p := range heard {
			amounts[p.PaidAmount.String()] = p.PaidAt
		}
		if !amounts["150000"].Equal(start) || !amounts["7"].Equal(b.clock.now()) {
			t.Errorf("%v", amounts)
		}
	})
}

func TestAFailedWalletPaymentIsReported(t *testing.T) {
	t.Parallel()
	for _, dialect := range dialects {
		b := open(t, dialect)
		all := kinds(dialect)
		r, made := b.mustOpen(t, all[len(all)-1])
		if _, err := b.company.Fail(r.ExternalID); err != nil {
			t.Fatal(err)
		}
		if err := b.company.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		heard := b.gateway.reports()
		if len(heard) != 1 || heard[0].Status != report.Failed || heard[0].ProviderID != made.ProviderID || !heard[0].PaidAmount.IsZero() {
			t.Errorf("%s: %+v", dialect, heard)
		}
	}
}

// asHeard is a notification as it arrives at the gateway.
func asHeard(t *testing.T, request *http.Request) snapadapter.Notification {
	t.Helper()
	body, err := io.ReadAll(request.Body)
	if err != nil {
		t.Fatal(err)
	}
	return snapadapter.Notification{Method: request.Method, Path: request.URL.Path, Header: request.Header, Body: body}
}

func TestAForgedNotificationIsRefused(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		_, _, n := b.mustPay(t, k)
		signed := func() snapadapter.Notification {
			request, err := b.company.Signed(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			return asHeard(t, request)
		}
		issued := func(token string) bool { return b.gateway.tokens[token] }
		other := b.config
		other.Secret, other.CompanyKey = "secret-2", keys()[foreign].Public()
		elsewhere := snapadapter.New(other)
		t.Cleanup(elsewhere.Close)

		if !b.Verify(signed(), issued) {
			t.Fatal("what the company sent is refused")
		}
		hexed := signed()
		hexed.Header.Set(snap.HeaderSignature, asHex(t, hexed.Header.Get(snap.HeaderSignature)))
		spaced := signed()
		spaced.Body = indented(t, spaced.Body)
		if !b.Verify(hexed, issued) || !b.Verify(spaced, issued) {
			t.Error("what a company may also send is refused")
		}
		for name, forge := range map[string]func(n *snapadapter.Notification){
			"one byte of the body": func(n *snapadapter.Notification) {
				n.Body = bytes.Replace(n.Body, []byte("150000.00"), []byte("950000.00"), 1)
			},
			"a member more": func(n *snapadapter.Notification) {
				n.Body = append(bytes.TrimSuffix(n.Body, []byte("}")), []byte(`,"x":1}`)...)
			},
			"another path":   func(n *snapadapter.Notification) { n.Path = strings.Replace(n.Path, dialect+"-1", dialect+"-2", 1) },
			"another method": func(n *snapadapter.Notification) { n.Method = http.MethodPut },
			"another time": func(n *snapadapter.Notification) {
				n.Header.Set(snap.HeaderTimestamp, snap.FormatTime(start.Add(time.Second)))
			},
			"the time in UTC": func(n *snapadapter.Notification) { n.Header.Set(snap.HeaderTimestamp, start.Format(time.RFC3339)) },
			"no time":         func(n *snapadapter.Notification) { n.Header.Del(snap.HeaderTimestamp) },
			"no signature":    func(n *snapadapter.Notification) { n.Header.Del(snap.HeaderSignature) },
			"half a signature": func(n *snapadapter.Notification) {
				n.Header.Set(snap.HeaderSignature, n.Header.Get(snap.HeaderSignature)[:20])
			},
			"another signature": func(n *snapadapter.Notification) {
				s := []byte(n.Header.Get(snap.HeaderSignature))
				s[0] ^= 1
				n.Header.Set(snap.HeaderSignature, string(s))
			},
		} {
			forged := signed()
			forge(&forged)
			if b.Verify(forged, issued) {
				t.Errorf("%s is accepted", name)
			}
		}
		if elsewhere.Verify(signed(), issued) {
			t.Error("another connection accepts it")
		}
		if !b.config.Dialect.IssuesToken {
			return
		}
		stale := signed()
		b.gateway.forget()
		if b.Verify(stale, issued) {
			t.Error("a stale token is accepted")
		}
		stale.Header.Del("Authorization")
		if b.Verify(stale, func(string) bool { return true }) {
			t.Error("a notification without a token is accepted")
		}
	})
}

func asHex(t *testing.T, base64 string) string {
	t.Helper()
	var raw []byte
	if err := json.Unmarshal([]byte(`"`+base64+`"`), &raw); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(raw)
}

func indented(t *testing.T, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, body, "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestARequestForATokenIsTheCompanys(t *testing.T) {
	t.Parallel()
	b := open(t, "doku")
	signed := func(key snap.PrivateKey, client string) http.Header {
		h := http.Header{}
		signature, err := key.Sign(snap.TokenMessage(client, snap.FormatTime(start)))
		if err != nil {
			t.Fatal(err)
		}
		h.Set(snap.HeaderClientKey, client)
		h.Set(snap.HeaderTimestamp, snap.FormatTime(start))
		h.Set(snap.HeaderSignature, signature)
		return h
	}
	if !b.VerifyTokenRequest(signed(keys()[theirs], "client-1")) {
		t.Error("the company gets none")
	}
	renamed := signed(keys()[theirs], "client-1")
	renamed.Set(snap.HeaderClientKey, "client-2")
	late := signed(keys()[theirs], "client-1")
	late.Set(snap.HeaderTimestamp, snap.FormatTime(start.Add(time.Hour)))
	for name, h := range map[string]http.Header{
		"another key": signed(keys()[foreign], "client-1"), "our own key": signed(keys()[ours], "client-1"),
		"another client": signed(keys()[theirs], "client-2"), "another time": late, "nothing": {},
		"another client, signed for us": renamed,
	} {
		if b.VerifyTokenRequest(h) {
			t.Errorf("%s gets one", name)
		}
	}
}

// A company has one key for all its merchants, and its signature covers no host. Another merchant could pay itself
// under our reference, at our path, and send us what it got.
func TestANotificationForAnotherMerchantIsRefused(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		if b.config.Dialect.IssuesToken {
			return // each merchant has a secret of its own
		}
		_, _, n := b.mustPay(t, k)
		n.Body = bytes.Replace(n.Body, []byte(`"M-1"`), []byte(`"M-2"`), 1)
		heard, err := b.company.Send(t.Context(), n)
		if err != nil || heard.Status != http.StatusBadRequest || len(b.gateway.reports()) != 0 {
			t.Errorf("%+v, %d reports (%v)", heard, len(b.gateway.reports()), err)
		}
	})
}

// The company says no more of a refund than that there was one.
func TestMoneyThatWasGivenBackIsNotPaid(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		if k.channel == pricing.VA {
			return // the standard has no such status of a virtual account
		}
		b := open(t, dialect)
		r, made, paid := b.mustPay(t, k)
		n, err := b.company.Return(r.ExternalID)
		if err != nil {
			t.Fatal(err)
		}
		was, err := b.ParsePayment(paid.Service, paid.Body)
		if err != nil {
			t.Fatal(err)
		}
		heard, err := b.ParsePayment(n.Service, n.Body)
		if err != nil || heard.Status != report.Reversed || heard.PaymentID != was.PaymentID || !heard.PaidAmount.IsZero() || !heard.Amount.Equal(r.Amount) {
			t.Errorf("notified: %+v (%v)", heard, err)
		}
		found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
		if err != nil || found.Status != report.Reversed || found.PaymentID != was.PaymentID || !found.PaidAmount.IsZero() {
			t.Errorf("looked up: %+v (%v)", found, err)
		}
		if _, err := b.FindReceipt(t.Context(), was); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("its receipt: %v", err)
		}
	})
}

func TestANotificationThatSaysTooLittleIsRefused(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		_, _, n := b.mustPay(t, k)
		zero := map[string]string{"value": "0.00", "currency": "IDR"}
		spoilt := map[string]map[string]any{
			"no reference": {"trxId": nil, "originalPartnerReferenceNo": nil}, "no id": {"paymentRequestId": nil, "originalReferenceNo": nil},
			"nothing":   {"paidAmount": zero, "amount": zero},
			"no amount": {"paidAmount": nil, "amount": nil}, "no money": {"paidAmount": "x", "amount": "x"},
			"dollars":  {"paidAmount": map[string]string{"value": "1.00", "currency": "USD"}, "amount": map[string]string{"value": "1.00", "currency": "USD"}},
			"no time":  {"trxDateTime": "yesterday", "finishedTime": "yesterday"},
			"a status": {"latestTransactionStatus": "99", "partnerServiceId": "   99999"}, "pending": {"latestTransactionStatus": "03", "customerNo": ""},
		}
		for name, edits := range spoilt {
			var body map[string]any
			if err := json.Unmarshal(n.Body, &body); err != nil {
				t.Fatal(err)
			}
			for member, value := range edits {
				if _, has := body[member]; has {
					body[member] = value
				}
			}
			text, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.ParsePayment(n.Service, text)
			if err == nil {
				t.Errorf("%s: %+v", name, got)
			}
			refusal, _ := errors.AsType[*domain.Refusal](err)
			if name == "nothing" && (refusal == nil || !strings.HasSuffix(strings.ToLower(refusal.Field), "amount")) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := b.ParsePayment(n.Service, []byte("[]")); err == nil {
			t.Error("a list is read")
		}
	})
}

// The standard demands a name in the answer, also where the company sends neither a name nor a number.
func TestAnAnswerHasANameOfTheAccount(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"virtualAccountName":"Budi","virtualAccountNo":"  1"}`: "Budi", `{"virtualAccountNo":"  1"}`: "  1", `{"virtualAccountNo":1}`: "-", `{}`: "-",
	} {
		data, _ := snapadapter.Answer(snap.ServiceVAPayment, snap.Successful, []byte(body))["virtualAccountData"].(map[string]any)
		if data["virtualAccountName"] != want {
			t.Errorf("%s: %v", body, data)
		}
	}
}

// The company reads the answer: it holds the codes of the service and, for a virtual account, what was paid.
func TestAnAnswerIsInTheDialect(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, _, n := b.mustPay(t, k)
		heard, err := b.company.Send(t.Context(), n)
		if err != nil || !heard.Taken() || heard.Code.Service != n.Service {
			t.Fatalf("%+v (%v)", heard, err)
		}
		if n.Service != snap.ServiceVAPayment {
			return
		}
		var said struct {
			Data struct {
				Prefix string `json:"partnerServiceId"`
				TrxID  string `json:"trxId"`
				Flag   string `json:"paymentFlagStatus"`
				Reason struct{ English, Indonesia string }
				Info   map[string]any `json:"additionalInfo"`
			} `json:"virtualAccountData"`
		}
		if err := json.Unmarshal(heard.Body, &said); err != nil || said.Data.Prefix != "   88899" || said.Data.TrxID != r.ExternalID || said.Data.Flag != "00" {
			t.Errorf("%s (%v)", heard.Body, err)
		}
	})
}

func TestPathsOfNotificationsTellTheService(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{
		"/api/v2/provider/doku-1/v1.0/transfer-va/payment": snap.ServiceVAPayment, "/v1.1/transfer-va/payment": snap.ServiceVAPayment,
		"/v1.0/qr/qr-mpm-notify": snap.ServiceQRNotify, "/v1.0/debit/notify": snap.ServiceDebitNotify, "/v1.0/debit/notify.htm": snap.ServiceDebitNotify,
		"/v1.0/debit/status": 0, "/": 0, "": 0,
	} {
		if got, ok := snapadapter.ServiceOf(path); got != want || ok != (want != 0) {
			t.Errorf("%s: %d %t", path, got, ok)
		}
	}
	if got := snapadapter.Services(); len(got) != 3 || got[0] != snap.ServiceVAPayment {
		t.Error(got)
	}
}
