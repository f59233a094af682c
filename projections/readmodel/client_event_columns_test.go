package readmodel

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/feedrows"
	"gateway/projections/readmodel/memoryrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// asMap returns what EncodeColumns must write: the columns that are not zero, ordered by name.
func asMap(t testing.TB, row any) string {
	t.Helper()
	v := reflect.ValueOf(row).Elem()
	columns := map[string]any{}
	for name, index := range memoryrows.FieldsOf(v.Type()) {
		if field := v.FieldByIndex(index); !field.IsZero() {
			columns[name] = field.Interface()
		}
	}
	text, err := json.Marshal(columns)
	must(t, err)
	return string(text)
}

// wantStored encodes a row, decodes it, and compares.
func wantStored[T any](t testing.TB, row *T) {
	t.Helper()
	state, err := feedrows.EncodeColumns(row)
	must(t, err)
	if want := asMap(t, row); string(state) != want {
		t.Fatalf("got  %s\nwant %s", state, want)
	}
	back := new(T)
	must(t, feedrows.DecodeColumns(state, back))
	if diff := cmp.Diff(row, back); diff != "" {
		t.Fatalf("the row that was read back differs:\n%s", diff)
	}
}

func TestAStoredStateHasAllColumnsThatAreNotZero(t *testing.T) {
	t.Parallel()
	zero, none := decimal.New(0, -2), ""
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)
	wantStored(t, &memoryrows.Payment{})
	wantStored(t, &payoutrows.Payout{})
	wantStored(t, &clientrows.Client{})
	row := &memoryrows.Payment{OpenSuspense: 1, SuspendedAmount: decimal.New(7, 3), SuspendedAt: &at}
	row.Fee, row.VAT, row.NetPayment, row.PaidAmount = &zero, &zero, &zero, &zero // a channel without fees
	row.ExternalID, row.AppID = &none, new(int64)
	row.Metadata, row.TransactionLog = json.RawMessage(`{"a":"b"}`), json.RawMessage("null")
	row.Reversals, row.QRString = paymentrows.ReversalList{}, "00020101"
	wantStored(t, row)
	row.Total, row.ReversedAmount = zero, decimal.New(0, 3) // zeros that are not the zero value
	state, err := feedrows.EncodeColumns(row)
	must(t, err)
	if strings.Contains(string(state), `"total"`) || strings.Contains(string(state), `"reversed_amount"`) {
		t.Errorf("an amount of 0 is stored: %s", state)
	}
	row.Total, row.ReversedAmount = decimal.Decimal{}, decimal.Decimal{}
	row.Reversals = paymentrows.ReversalList{{ReversalID: "rv1", Amount: decimal.New(1050, -1), At: at}}
	wantStored(t, row)
}

func TestAnyStateIsReadBackAsItWas(t *testing.T) {
	t.Parallel()
	number := rapid.Map(rapid.Int64Range(-1e12, 1e12), func(n int64) decimal.Decimal { return decimal.RequireFromString(decimal.New(n, -2).String()) })
	moment := rapid.Map(rapid.Int64Range(1, 4e15), func(us int64) time.Time { return time.UnixMicro(us).UTC() })
	rapid.Check(t, func(rt *rapid.T) {
		row := &memoryrows.Payment{Transaction: paymentrows.Transaction{
			ID: rapid.Int64().Draw(rt, "id"), TransactionID: rapid.String().Draw(rt, "transaction id"),
			ExternalID: rapid.Ptr(rapid.String(), true).Draw(rt, "external id"), AppID: rapid.Ptr(rapid.Int64(), true).Draw(rt, "app"),
			Total: number.Draw(rt, "total"), Fee: rapid.Ptr(number, true).Draw(rt, "fee"), Status: rapid.String().Draw(rt, "status"),
			PaidAt: rapid.Ptr(moment, true).Draw(rt, "paid"), CreatedAt: moment.Draw(rt, "created"), Late: rapid.Bool().Draw(rt, "late"),
		}, OpenSuspense: rapid.Int().Draw(rt, "suspense")}
		if row.Total.IsZero() {
			row.Total = decimal.Decimal{}
		}
		wantStored(t, row)
	})
}

func TestAColumnThatIsGoneIsPassedBy(t *testing.T) {
	t.Parallel()
	var row payoutrows.Payout
	must(t, feedrows.DecodeColumns([]byte(`{"id":7,"gone":{"a":[1]},"status":"completed"}`), &row))
	equal(t, "the row", row, payoutrows.Payout{ID: 7, Status: "completed"})
}

func BenchmarkStoredStates(b *testing.B) {
	row, at := &memoryrows.Payment{}, time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)
	fee, id := decimal.New(4_000, 0), "order-1"
	row.Transaction = paymentrows.Transaction{
		ID: 1, TransactionID: "INV-1", ExternalID: &id, ClientID: 7, Channel: "qris", ChannelCode: &id, Total: fee, Fee: &fee, VAT: &fee,
		NetPayment: &fee, Status: "PAID", PaidAmount: &fee, PaidAt: &at, ExpiresAt: &at, Metadata: json.RawMessage("null"),
		TransactionLog: json.RawMessage("null"), CreatedAt: at, UpdatedAt: at, OpenedAt: &at, Opening: paymentrows.Opening{QRString: "00020101021226"},
	}
	b.ReportAllocs()
	for b.Loop() {
		state, err := feedrows.EncodeColumns(row)
		must(b, err)
		must(b, feedrows.DecodeColumns(state, &memoryrows.Payment{}))
	}
}
