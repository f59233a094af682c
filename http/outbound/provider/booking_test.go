package provider_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/report"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// bookedVA is a recorded answer of the provider, with other ids.
const bookedVA = `{"id":"txn_c8baac85","product_id":"62f4b5b8ccec448135c51fd4","type":"PAYMENT","status":"SUCCESS",
	"channel_category":"VIRTUAL_ACCOUNT","channel_code":"MANDIRI","reference_id":"INV-7-1","account_identifier":"886080012345","currency":"IDR",
	"amount":8500000,"net_amount":8495005,"cashflow":"MONEY_IN","settlement_status":"SETTLED",
	"estimated_settlement_time":"2022-08-11T08:09:33.605Z","business_id":"6279ce44","created":"2022-08-11T07:54:33.600Z",
	"updated":"2022-08-11T07:54:36.923Z","fee":{"xendit_fee":4500,"value_added_tax":495,"xendit_withholding_tax":0,
	"third_party_withholding_tax":0,"status":"COMPLETED"}}`

func list(t *testing.T, handler http.HandlerFunc, q report.BookingQuery) (all []report.Booking, err error) {
	t.Helper()
	err = newClient(t, handler).ListBookings(t.Context(), q, func(b report.Booking) error {
		all = append(all, b)
		return nil
	})
	return all, err
}

func TestABookingIsReadAsItWasRecorded(t *testing.T) {
	t.Parallel()
	got, err := list(t, answer(200, `{"has_more":false,"data":[`+bookedVA+`]}`), report.BookingQuery{})
	if err != nil || len(got) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	at := time.Date(2022, 8, 11, 7, 54, 33, 600e6, time.UTC)
	want := report.Booking{
		Connection: "xendit",
		ID:         "txn_c8baac85", Kind: report.BookedPayment, ProductID: "62f4b5b8ccec448135c51fd4", Reference: "INV-7-1",
		Status: report.Settled, ChannelCode: "MANDIRI", UserID: "6279ce44", Amount: rupiah.Of(8_500_000), Cashflow: report.MoneyIn,
		Fee:       report.Fee{Amount: rupiah.Of(4500), VAT: rupiah.Of(495), Status: report.FeeFinal},
		SettlesAt: at.Add(15*time.Minute + 5*time.Millisecond), At: at, UpdatedAt: at.Add(3323 * time.Millisecond),
	}
	if fmt.Sprint(got[0]) != fmt.Sprint(want) || !got[0].Fee.Total().Equal(rupiah.Of(4995)) {
		t.Errorf("got  %+v\nwant %+v", got[0], want)
	}
}

func TestWhatTheWordsOfABookingMean(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change [2]string
		want   func(report.Booking) bool
	}{
		"settled":           {[2]string{`"SETTLED"`, `"SETTLED"`}, func(b report.Booking) bool { return b.Status == report.Settled }},
		"settled early":     {[2]string{`"SETTLED"`, `"EARLY_SETTLED"`}, func(b report.Booking) bool { return b.Status == report.Settled }},
		"not yet settled":   {[2]string{`"SETTLED"`, `"PENDING"`}, func(b report.Booking) bool { return b.Status == report.Paid }},
		"no settlement":     {[2]string{`"SETTLED"`, `null`}, func(b report.Booking) bool { return b.Status == report.Paid }},
		"voided":            {[2]string{`"SUCCESS"`, `"VOIDED"`}, func(b report.Booking) bool { return b.Status == report.Reversed && b.Voided }},
		"reversed":          {[2]string{`"SUCCESS"`, `"REVERSED"`}, func(b report.Booking) bool { return b.Status == report.Reversed && !b.Voided }},
		"a refund":          {[2]string{`"PAYMENT"`, `"REFUND"`}, func(b report.Booking) bool { return b.Kind == report.BookedRefund && b.Kind.TakesBack() }},
		"a chargeback":      {[2]string{`"PAYMENT"`, `"CHARGEBACK"`}, func(b report.Booking) bool { return b.Kind.TakesBack() && b.Status == report.Completed }},
		"an adjustment":     {[2]string{`"PAYMENT"`, `"ADJUSTMENT"`}, func(b report.Booking) bool { return b.Kind == report.BookedAdjustment }},
		"an unknown kind":   {[2]string{`"PAYMENT"`, `"CASHBACK"`}, func(b report.Booking) bool { return b.Kind == report.BookedOther }},
		"a batch":           {[2]string{`"PAYMENT"`, `"BATCH_DISBURSEMENT"`}, func(b report.Booking) bool { return b.Kind == report.BookedPayout }},
		"an open fee":       {[2]string{`"COMPLETED"`, `"PENDING"`}, func(b report.Booking) bool { return b.Fee.Status == report.FeePending }},
		"a cancelled fee":   {[2]string{`"COMPLETED"`, `"CANCELED"`}, func(b report.Booking) bool { return b.Fee.Status == report.FeeCancelled }},
		"a fee given back":  {[2]string{`"COMPLETED"`, `"REVERSED"`}, func(b report.Booking) bool { return b.Fee.Status == report.FeeGivenBack }},
		"no fee":            {[2]string{`"COMPLETED"`, `"NOT_APPLICABLE"`}, func(b report.Booking) bool { return b.Fee.Total().Equal(decimal.Zero) }},
		"a strange fee":     {[2]string{`"COMPLETED"`, `"SOON"`}, func(b report.Booking) bool { return !b.Fee.IsFinal() && b.Fee.Status == report.FeePending }},
		"a fee of no state": {[2]string{`,"status":"COMPLETED"}`, `}`}, nil},
		"money that left":   {[2]string{`MONEY_IN`, `MONEY_OUT`}, func(b report.Booking) bool { return b.Cashflow == report.MoneyOut }},
		"never updated":     {[2]string{`"updated":"2022-08-11T07:54:36.923Z",`, ``}, func(b report.Booking) bool { return b.UpdatedAt.Equal(b.At) }},
	} {
		changed := strings.Replace(bookedVA, c.change[0], c.change[1], 1)
		if c.want == nil {
			changed = strings.Replace(bookedVA, ",\n\t\"third_party_withholding_tax\":0,\"status\":\"COMPLETED\"", "", 1)
			c.want = func(b report.Booking) bool { return b.Fee.Status == report.FeePending }
		}
		got, err := list(t, answer(200, `{"has_more":false,"data":[`+changed+`]}`), report.BookingQuery{})
		if err != nil || len(got) != 1 || !c.want(got[0]) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestTheBookingOfAPayoutTellsItsBankAccount(t *testing.T) {
	t.Parallel()
	payout := strings.Replace(bookedVA, `"PAYMENT"`, `"DISBURSEMENT"`, 1)
	unsaid := strings.Replace(payout, `"886080012345"`, `null`, 1)
	got, err := list(t, answer(200, `{"has_more":false,"data":[`+bookedVA+","+payout+","+unsaid+`]}`), report.BookingQuery{})
	if err != nil || len(got) != 3 || got[0].AccountNumber != "" || got[1].AccountNumber != "886080012345" || got[2].AccountNumber != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestBookingsThatMovedNoMoneyAreLeftOut(t *testing.T) {
	t.Parallel()
	page := `{"has_more":false,"data":[` + strings.Join([]string{
		strings.Replace(bookedVA, `"SUCCESS"`, `"PENDING"`, 1),
		strings.Replace(bookedVA, `"SUCCESS"`, `"FAILED"`, 1),
		strings.NewReplacer(`"SUCCESS"`, `"PENDING"`, `"PAYMENT"`, `"REFUND"`).Replace(bookedVA),
		strings.NewReplacer(`"SUCCESS"`, `"PENDING"`, `"PAYMENT"`, `"DISBURSEMENT"`).Replace(bookedVA),
		strings.NewReplacer(`"SUCCESS"`, `"FAILED"`, `"PAYMENT"`, `"DISBURSEMENT"`).Replace(bookedVA),
	}, ",") + `]}`
	got, err := list(t, answer(200, page), report.BookingQuery{})
	if err != nil || len(got) != 2 || got[0].Status != report.Pending || got[1].Status != report.Failed {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestTheQuestionForBookingsNamesKindsAndBounds(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		q    report.BookingQuery
		want string
	}{
		{report.BookingQuery{}, "limit=50"},
		{report.BookingQuery{Reference: "INV-1"}, "limit=50&reference_id=INV-1"},
		{
			report.BookingQuery{Kinds: []report.BookingKind{report.BookedRefund, report.BookedChargeback}},
			"limit=50&statuses=SUCCESS&statuses=VOIDED&statuses=REVERSED&types=REFUND&types=CHARGEBACK",
		},
		{
			report.BookingQuery{Kinds: []report.BookingKind{report.BookedPayout}, From: noon, To: noon.Add(time.Hour)},
			"created[gte]=2026-01-02T12:00:00Z&created[lte]=2026-01-02T13:00:00Z&limit=50&types=DISBURSEMENT",
		},
		{
			report.BookingQuery{UpdatedFrom: noon, UpdatedTo: noon.Add(time.Hour)},
			"limit=50&updated[gte]=2026-01-02T12:00:00Z&updated[lte]=2026-01-02T13:00:00Z",
		},
	} {
		var asked string
		_, err := list(t, func(w http.ResponseWriter, r *http.Request) {
			asked = strings.NewReplacer("%5B", "[", "%5D", "]", "%3A", ":").Replace(r.URL.RawQuery)
			answer(200, `{"has_more":false,"data":[]}`)(w, r)
		}, c.q)
		if err != nil || asked != c.want {
			t.Errorf("asked %s, want %s, %v", asked, c.want, err)
		}
	}
}

func TestTheUpperBoundsAreExclusive(t *testing.T) {
	t.Parallel()
	body := answer(200, `{"has_more":false,"data":[`+bookedVA+`]}`)
	booked, updated := time.Date(2022, 8, 11, 7, 54, 33, 600e6, time.UTC), time.Date(2022, 8, 11, 7, 54, 36, 923e6, time.UTC)
	for q, want := range map[*report.BookingQuery]int{
		{To: booked}: 0, {To: booked.Add(1)}: 1, {UpdatedTo: updated}: 0, {UpdatedTo: updated.Add(1)}: 1,
	} {
		if got, err := list(t, body, *q); err != nil || len(got) != want {
			t.Errorf("%+v: %d bookings, want %d, %v", q, len(got), want, err)
		}
	}
}

func TestBooksThatCannotBeReadToTheEndAreAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"no list":           `{"has_more":false}`,
		"more, but nothing": `{"has_more":true,"data":[]}`,
		"an unknown status": `{"has_more":false,"data":[` + strings.Replace(bookedVA, "SUCCESS", "MAYBE", 1) + `]}`,
		"no amount":         `{"has_more":false,"data":[` + strings.Replace(bookedVA, `"amount":8500000,`, "", 1) + `]}`,
		"no reference":      `{"has_more":false,"data":[` + strings.Replace(bookedVA, `"reference_id":"INV-7-1",`, "", 1) + `]}`,
		"no direction":      `{"has_more":false,"data":[` + strings.Replace(bookedVA, `MONEY_IN`, "SIDEWAYS", 1) + `]}`,
		"no JSON":           `<html>`,
	} {
		_, err := list(t, answer(200, body), report.BookingQuery{})
		var unknown *report.Unknown
		if !errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheBalanceAtTheProviderMayBeNegative(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int64{`{"balance":1241231}`: 1241231, `{"balance":-5000}`: -5000, `{"balance":0}`: 0} {
		got, err := newClient(t, answer(200, body)).Balance(t.Context())
		if err != nil || !got.Equal(rupiah.Of(want)) {
			t.Errorf("%s: %s, %v", body, got, err)
		}
	}
	for _, body := range []string{`{}`, `{"balance":"1"}`, `{"balance":--1}`, `{"balance":null}`} {
		_, err := newClient(t, answer(200, body)).Balance(t.Context())
		var unknown *report.Unknown
		if !errors.As(err, &unknown) {
			t.Errorf("%s: %v", body, err)
		}
	}
}
