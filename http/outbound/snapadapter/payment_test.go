package snapadapter_test

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

func TestAPaymentIsOpenedFoundAndPaid(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, made := b.mustOpen(t, k)
		switch k.channel {
		case pricing.VA:
			if number, err := b.company.Number(r.ExternalID); err != nil || made.VANumber != number || made.ProviderID != b.askedID(k, r) || made.BankCode != "BCA" {
				t.Errorf("%+v, and the customer types %s (%v)", made, number, err)
			}
		case pricing.QRIS:
			if made.QRString == "" {
				t.Errorf("%+v", made)
			}
		default:
			if made.PayURL == "" {
				t.Errorf("%+v", made)
			}
		}
		if made.ProviderID == "" || made.ExpiresAt == nil || !made.ExpiresAt.Equal(r.ExpiresAt) {
			t.Errorf("%+v", made)
		}

		found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
		if err != nil || found.Status != report.Pending || found.TransactionID != r.ExternalID || found.ProviderID != made.ProviderID {
			t.Fatalf("unpaid: %+v (%v)", found, err)
		}
		if k.channel == pricing.VA && (found.Instructions.VANumber != made.VANumber || found.ChannelCode != "BCA") {
			t.Errorf("without instructions: %+v", found)
		}
		b.clock.advance(time.Minute)
		paidAt := b.clock.now()
		if _, err := b.company.Pay(r.ExternalID, snapsimulator.Money{ID: "PAY-1"}); err != nil {
			t.Fatal(err)
		}
		found, err = b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
		if err != nil || found.Status != report.Paid || !found.PaidAmount.Equal(r.Amount) || !found.Amount.Equal(r.Amount) ||
			!found.PaidAt.Equal(paidAt) || found.PaymentID == "" || found.Channel != k.channel {
			t.Errorf("paid: %+v (%v)", found, err)
		}
	})
}

func TestAPaymentIsClosedOnceAndNeverAfterItWasPaid(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, made := b.mustOpen(t, k)
		err := b.ExpirePayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
		if dialect == "doku" && k.channel == pricing.EWallet {
			if !errors.Is(err, errors.ErrUnsupported) {
				t.Error(err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.company.Pay(r.ExternalID, snapsimulator.Money{}); !errors.Is(err, snapsimulator.ErrState) {
			t.Errorf("it can still be paid: %v", err)
		}
		found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
		if gone := errors.Is(err, report.ErrNoRecord); gone != (k.channel == pricing.VA) || !gone && found.Status != report.Expired {
			t.Errorf("after it was closed: %+v (%v)", found, err)
		}

		paid, made := b.mustOpen(t, k)
		if _, err := b.company.Pay(paid.ExternalID, snapsimulator.Money{}); err != nil {
			t.Fatal(err)
		}
		err = b.ExpirePayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: paid.ExternalID, ProviderID: made.ProviderID})
		if _, refused := errors.AsType[*report.Refused](err); !refused {
			t.Errorf("a paid one: %v", err)
		}
		late, made := b.mustOpen(t, k)
		b.clock.advance(25 * time.Hour)
		err = b.ExpirePayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: late.ExternalID, ProviderID: made.ProviderID})
		if _, refused := errors.AsType[*report.Refused](err); !refused {
			t.Errorf("an expired one: %v", err)
		}
	})
}

// disturbed is a way in which a call ends without a clear answer.
type disturbed struct {
	name  string
	fault snapsimulator.Fault
	// hung: the caller gives up.
	hung bool
}

// unclear are the ways in which the outcome of a call stays unknown, whether or not it was carried out.
func unclear() []disturbed {
	all := []disturbed{
		{name: "the caller's time is over", hung: true},
		{name: "the connection is cut", fault: snapsimulator.Fault{Cut: true}},
		{name: "a page of a proxy", fault: snapsimulator.Fault{Text: "<html>502 Bad Gateway", Code: snap.Code{Status: http.StatusBadGateway}}},
		{name: "half an answer", fault: snapsimulator.Fault{Cut: true, Text: `{"responseCode":"2000000"}`}},
		{name: "an answer without end", fault: snapsimulator.Fault{Text: strings.Repeat(" ", 1<<20) + `{"responseCode":"2000000"}`}},
		{name: "garbage with status 200", fault: snapsimulator.Fault{Text: "{"}},
		{name: "a code that denies its status", fault: snapsimulator.Fault{Text: `{"responseCode":"4002702"}`}},
		{name: "no code", fault: snapsimulator.Fault{Text: `{}`, Code: snap.BadRequest}},
		{name: "an empty success", fault: snapsimulator.Fault{Code: snap.Code{Status: 200, Case: 1}}},
	}
	for name, code := range map[string]snap.Code{
		"in progress": snap.InProgress, "general error": {Status: 500}, "internal error": snap.InternalError, "external error": {Status: 500, Case: 2},
		"timeout": snap.TimedOut, "too many": snap.TooManyRequests, "id used": snap.Conflict, "reference used": snap.DuplicateReference,
		"inconsistent": snap.Inconsistent, "request timeout": {Status: http.StatusRequestTimeout},
	} {
		all = append(all, disturbed{name: name, fault: snapsimulator.Fault{Code: code}})
	}
	return all
}

func TestAnUnclearCreationIsUnknownAndTheLookUpTells(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		for _, d := range unclear() {
			for _, undone := range []bool{false, true} {
				r, ctx, f := k.request(), t.Context(), d.fault
				f.Service, f.Times, f.Undone = k.opened, 1, undone
				if d.hung {
					ctx, f = interrupted(t, k.opened, undone)
				}
				b.company.Inject(f)
				_, err := b.OpenPayment(ctx, r)
				if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
					t.Errorf("%s, undone %t: %v", d.name, undone, err)
				}
				found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: b.askedID(k, r)})
				if undone && !errors.Is(err, report.ErrNoRecord) {
					t.Errorf("%s, undone: found %+v (%v)", d.name, found, err)
				}
				if !undone && (err != nil || found.Status != report.Pending || found.TransactionID != r.ExternalID) {
					t.Errorf("%s, done: found %+v (%v)", d.name, found, err)
				}
			}
		}
	})
}

// A look-up that is disturbed proves nothing, least of all that there is no record.
func TestAnUnclearLookUpIsUnknown(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, made := b.mustOpen(t, k)
		for _, d := range unclear() {
			ctx, f := t.Context(), d.fault
			f.Service, f.Times = k.asked, 1
			if d.hung {
				ctx, f = interrupted(t, k.asked, false)
			}
			b.company.Inject(f)
			_, err := b.FindPayment(ctx, report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
			if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
				t.Errorf("%s: %v", d.name, err)
			}
		}
	})
}

func TestARefusalIsARefusal(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		for _, code := range []snap.Code{
			snap.BadRequest, snap.InvalidField, snap.MissingField, snap.Unauthorized,
			{Status: 403, Case: 2},
			{Status: 403, Case: 15},
			{Status: 404, Case: 8},
			snap.InvalidAmount, snap.BillMissing, snap.TransactionMissing,
			{Status: 405},
		} {
			b.company.Inject(snapsimulator.Fault{Service: k.opened, Times: 1, Undone: true, Code: code})
			_, err := b.OpenPayment(t.Context(), k.request())
			if refused, ok := errors.AsType[*report.Refused](err); !ok || refused.Status != code.Status {
				t.Errorf("%s: %v", code, err)
			}
		}
	})
}

// A reference that was used before is no proof that it was used for the same: only the look-up is.
func TestAUsedReferenceIsUnknown(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, made := b.mustOpen(t, k)
		_, err := b.OpenPayment(t.Context(), r)
		if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
			t.Errorf("again: %v", err)
		}
		if found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID}); err != nil || found.Status != report.Pending {
			t.Errorf("%+v (%v)", found, err)
		}
	})
}

// What a company says of another payment than the one that was asked for is not believed.
func TestAnswersAboutOthersAreUnknown(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		lie := func(member string) func(map[string]any) {
			return func(a map[string]any) {
				if va, ok := a["virtualAccountData"].(map[string]any); ok {
					a = va
				}
				if a[member] != nil {
					a[member] = "999"
				}
			}
		}
		r, made := b.mustOpen(t, k)
		opened, members := "partnerReferenceNo", []string{"originalPartnerReferenceNo", "originalReferenceNo"}
		if k.channel == pricing.VA {
			opened, members = "trxId", []string{"customerNo", "partnerServiceId"}
		}
		b.company.Inject(snapsimulator.Fault{Service: k.opened, Times: 1, Edit: lie(opened)})
		_, err := b.OpenPayment(t.Context(), k.request())
		if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
			t.Errorf("opened: %v", err)
		}
		for _, member := range members {
			b.company.Inject(snapsimulator.Fault{Service: k.asked, Times: 1, Edit: lie(member)})
			_, err = b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
			if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
				t.Errorf("found by %s: %v", member, err)
			}
		}
		// An id that the company never gave.
		_, err = b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: "88899.123456789"})
		if !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("a foreign id: %v", err)
		}
		if _, err = b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: "INV-9-404", ProviderID: b.numbered("BCA", 404)}); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("never opened: %v", err)
		}
	})
}

// The domain compares amounts. So the report says what arrived, never what was due.
func TestAnAmountThatDiffersIsReported(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, made := b.mustOpen(t, k)
		if _, err := b.company.Pay(r.ExternalID, snapsimulator.Money{Amount: decimal.RequireFromString("149999.50"), Anyway: true}); err != nil {
			t.Fatal(err)
		}
		found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
		if err != nil || found.PaidAmount.String() != "149999.5" {
			t.Errorf("%+v (%v)", found, err)
		}
		for name, edit := range map[string]func(amount map[string]any){
			"dollars":   func(a map[string]any) { a["currency"] = "USD" },
			"no number": func(a map[string]any) { a["value"] = "x" },
			"negative":  func(a map[string]any) { a["value"] = "-1.00" },
		} {
			b.company.Inject(snapsimulator.Fault{Service: k.asked, Times: 1, Edit: func(a map[string]any) {
				amount := map[string]any{"value": "150000.00", "currency": "IDR"}
				edit(amount)
				if va, ok := a["virtualAccountData"].(map[string]any); ok {
					va["paidAmount"] = amount
					return
				}
				a["amount"] = amount
			}})
			_, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID})
			if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Midtrans gives another number than the one that is in use.
func TestTheNumberThatTheCompanyGaveIsKept(t *testing.T) {
	t.Parallel()
	b, k := open(t, "midtrans"), kinds("midtrans")[0]
	first, _ := b.mustOpen(t, k)
	second := k.request()
	second.Number = first.Number
	made, err := b.OpenPayment(t.Context(), second)
	if err != nil || made.ProviderID == b.askedID(k, second) {
		t.Fatalf("%+v (%v)", made, err)
	}
	if _, err := b.company.Pay(second.ExternalID, snapsimulator.Money{}); err != nil {
		t.Fatal(err)
	}
	if found, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: second.ExternalID, ProviderID: made.ProviderID}); err != nil || found.Status != report.Paid {
		t.Errorf("%+v (%v)", found, err)
	}
	// The number that was asked for belongs to the first payment.
	_, err = b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: second.ExternalID, ProviderID: b.askedID(k, second)})
	if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
		t.Error(err)
	}
}

// A notification of an account with a foreign prefix is refused, so no customer may get to know the account.
func TestANumberWithAnotherPrefixIsClosedAndNotShown(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"doku", "midtrans"} {
		b, k := open(t, dialect), kinds(dialect)[0]
		b.company.GivePrefix("   77777")
		r := k.request()
		made, err := b.OpenPayment(t.Context(), r)
		if _, unknown := errors.AsType[*report.Unknown](err); !unknown || made.VANumber != "" {
			t.Errorf("%s: %+v (%v)", dialect, made, err)
		}
		if _, nothing := report.MadeNothing(err); nothing {
			t.Errorf("%s: it is said to have made nothing: %v", dialect, err)
		}
		if bills := b.company.Bills(); len(bills) != 1 || bills[0].Open {
			t.Errorf("%s: it can be paid: %+v", dialect, bills)
		}
		_, err = b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, ChannelCode: k.code, TransactionID: r.ExternalID, Number: r.Number})
		if !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", dialect, err)
		}
	}
}

func TestAnAttemptHasAnIdOfItsOwnAndAPaymentItsReference(t *testing.T) {
	t.Parallel()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		b := open(t, dialect)
		r, made := b.mustOpen(t, k)
		_, _ = b.OpenPayment(t.Context(), r) // unknown, as the reference is used
		for range 3 {
			if _, err := b.FindPayment(t.Context(), report.Lookup{Channel: k.channel, TransactionID: r.ExternalID, ProviderID: made.ProviderID}); err != nil {
				t.Fatal(err)
			}
		}
		created := b.sent.to(b.config.Dialect.Routes[k.opened].Path)
		ids := map[string]bool{}
		for _, c := range slices.Concat(created, b.sent.to(b.config.Dialect.Routes[k.asked].Path)) {
			id := c.header.Get(snap.HeaderExternalID)
			if id == "" || len(id) > 36 {
				t.Errorf("id %q", id)
			}
			ids[id] = true
		}
		want := 5
		if dialect == "midtrans" && k.channel == pricing.EWallet {
			want = 4 // it finds a wallet's payment by the id of its creation
		}
		if len(created) != 2 || len(ids) != want {
			t.Errorf("%d creations, %d ids: %v", len(created), len(ids), slices.Sorted(maps.Keys(ids)))
		}
		for _, c := range created {
			if c.body["partnerReferenceNo"] != r.ExternalID && c.body["trxId"] != r.ExternalID {
				t.Errorf("%v", c.body)
			}
		}
	})
}

// Some companies hash a body that they wrote anew, without the escapes that Go writes for HTML.
func TestABodyIsWrittenAsJavaScriptWritesIt(t *testing.T) {
	t.Parallel()
	for _, dialect := range dialects {
		b := open(t, dialect)
		k := kinds(dialect)[len(kinds(dialect))-1]
		r := k.request()
		r.SuccessURL = "https://shop.example/thanks?order=1&name=<é>"
		if _, err := b.OpenPayment(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		sent := b.sent.to(b.config.Dialect.Routes[k.opened].Path)[0].raw
		if !strings.Contains(sent, r.SuccessURL) || strings.HasSuffix(sent, "\n") {
			t.Errorf("%s: %s", dialect, sent)
		}
	}
}

func TestChannelsAreThoseThatTheCompanyAndTheContractHave(t *testing.T) {
	t.Parallel()
	for dialect, want := range map[string][]string{
		"doku": {"BCA", "BNI", "DANA", "QRIS", "SHOPEEPAY"}, "midtrans": {"BCA", "BNI", "QRIS", "SHOPEEPAY"}, "dana": {"DANA", "QRIS"},
	} {
		b := open(t, dialect)
		if got := b.Channels(); !slices.Equal(got, want) {
			t.Errorf("%s: %v", dialect, got)
		}
		_, err := b.OpenPayment(t.Context(), report.OpenRequest{Channel: pricing.VA, ChannelCode: "MANDIRI", ExternalID: "INV-1-1", Number: 1})
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", dialect, err)
		}
		if _, err := b.FindPayment(t.Context(), report.Lookup{Channel: pricing.Invoice, TransactionID: "INV-1-1"}); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", dialect, err)
		}
		if len(b.sent.calls) != 0 {
			t.Errorf("%s was called", dialect)
		}
	}
	if len(dialects) != len(snapadapter.Dialects) {
		t.Error(dialects)
	}
}
