package readmodel_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/projections/readmodel/feedrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// stored is how rows of a type are stored.
type stored[R any] struct {
	columns feedrows.StoredColumns[R]
	list    func(*R, *readtable.Fields)
	names   []string
}

func storedAs[R any](list func(*R, *readtable.Fields), names []string) stored[R] {
	return stored[R]{feedrows.StoredColumnsOf(list, names), list, names}
}

// asMap returns what Encode must write: the columns that are not zero, ordered by name.
func (s stored[R]) asMap(t testing.TB, row *R) string {
	t.Helper()
	columns := map[string]any{}
	var f readtable.Fields
	s.list(row, &f)
	for _, c := range readtable.ColumnsOf(s.list) {
		if value := reflect.ValueOf(f.Addresses[c.Place]).Elem(); !value.IsZero() && slices.Contains(s.names, c.Name) {
			columns[c.Name] = value.Interface()
		}
	}
	text, err := json.Marshal(columns)
	must(t, err)
	return string(text)
}

// want encodes a row, decodes it, and compares.
func (s stored[R]) want(t testing.TB, row *R) {
	t.Helper()
	state, err := s.columns.Encode(row)
	must(t, err)
	if want := s.asMap(t, row); string(state) != want {
		t.Fatalf("got  %s\nwant %s", state, want)
	}
	back := new(R)
	must(t, s.columns.Decode(state, back))
	if diff := cmp.Diff(row, back, cmpopts.IgnoreTypes(readtable.Changed{})); diff != "" {
		t.Fatalf("the row that was read back differs:\n%s", diff)
	}
}

func TestAStoredStateHasAllColumnsThatAreNotZero(t *testing.T) {
	t.Parallel()
	zero, none := decimal.New(0, -2), ""
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)
	payments, payouts := storedAs((*paymentrows.TransactionRow).Columns, paymentrows.RememberedColumns), storedAs((*payoutrows.Row).Columns, payoutrows.ShownColumns)
	payments.want(t, &paymentrows.TransactionRow{})
	payouts.want(t, &payoutrows.Row{})
	payouts.want(t, &payoutrows.Row{Payout: payoutrows.Payout{ID: 7, URL: &none, TransferAt: &at}})
	row := &paymentrows.TransactionRow{OpenSuspense: 1, SuspendedAmount: decimal.New(7, 3), SuspendedAt: &at}
	row.Fee, row.VAT, row.NetPayment, row.PaidAmount = &zero, &zero, &zero, &zero // a channel without fees
	row.Replaces, row.Reversals, row.QRString = &none, paymentrows.ReversalList{}, "00020101"
	payments.want(t, row)
	row.ReversedAmount = decimal.New(0, 3) // a zero that is not the zero value
	state, err := payments.columns.Encode(row)
	must(t, err)
	if strings.Contains(string(state), `"reversed_amount"`) {
		t.Errorf("an amount of 0 is stored: %s", state)
	}
	row.ReversedAmount = decimal.Decimal{}
	row.Reversals = paymentrows.ReversalList{{ReversalID: "rv1", Amount: decimal.New(1050, -1), At: at}}
	payments.want(t, row)
}

func TestAnyStateIsReadBackAsItWas(t *testing.T) {
	t.Parallel()
	number := rapid.Map(rapid.Int64Range(-1e12, 1e12), func(n int64) decimal.Decimal { return decimal.RequireFromString(decimal.New(n, -2).String()) })
	moment := rapid.Map(rapid.Int64Range(1, 4e15), func(us int64) time.Time { return time.UnixMicro(us).UTC() })
	payments := storedAs((*paymentrows.TransactionRow).Columns, paymentrows.RememberedColumns)
	rapid.Check(t, func(rt *rapid.T) {
		row := &paymentrows.TransactionRow{Transaction: paymentrows.Transaction{
			ReplacedBy: rapid.Ptr(rapid.String(), true).Draw(rt, "replaced by"), ReversedAmount: number.Draw(rt, "reversed"),
			Fee: rapid.Ptr(number, true).Draw(rt, "fee"), Status: rapid.String().Draw(rt, "status"),
			PaidAt: rapid.Ptr(moment, true).Draw(rt, "paid"), CreatedAt: moment.Draw(rt, "created"), UnderReview: rapid.Bool().Draw(rt, "review"),
		}, OpenSuspense: rapid.Int().Draw(rt, "suspense")}
		if row.ReversedAmount.IsZero() {
			row.ReversedAmount = decimal.Decimal{}
		}
		payments.want(t, row)
	})
}

func TestAColumnThatIsGoneIsPassedBy(t *testing.T) {
	t.Parallel()
	var row payoutrows.Row
	state := `{"gone":{"a":["}",{"b":"\\",\\""}]},"reason":"why","z":null}`
	must(t, feedrows.StoredColumnsOf((*payoutrows.Row).Columns, payoutrows.ShownColumns).Decode([]byte(state), &row))
	equal(t, "the row", row.Payout, payoutrows.Payout{Reason: new("why")})
}

func BenchmarkStoredStates(b *testing.B) {
	row, at := &paymentrows.TransactionRow{}, time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)
	fee, id := decimal.New(4_000, 0), "order-1"
	row.Transaction = paymentrows.Transaction{
		ID: 1, TransactionID: "INV-1", ExternalID: &id, ClientID: 7, Channel: "qris", ChannelCode: &id, Total: fee, Fee: &fee, VAT: &fee,
		NetPayment: &fee, Status: "PAID", PaidAmount: &fee, PaidAt: &at, ExpiresAt: &at, Metadata: json.RawMessage("null"),
		TransactionLog: json.RawMessage("null"), CreatedAt: at, UpdatedAt: at, OpenedAt: &at, Opening: paymentrows.Opening{QRString: "00020101021226"},
	}
	b.ReportAllocs()
	payments := storedAs((*paymentrows.TransactionRow).Columns, paymentrows.RememberedColumns)
	for b.Loop() {
		state, err := payments.columns.Encode(row)
		must(b, err)
		must(b, payments.columns.Decode(state, &paymentrows.TransactionRow{}))
	}
}
