package readmodel_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain/jsontext"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// pointer draws a pointer to v, or nil.
func pointer[T any](t *rapid.T, name string, v T) *T {
	if rapid.Bool().Draw(t, name+" is set") {
		return &v
	}
	return nil
}

func drawAmount(t *rapid.T, name string) decimal.Decimal {
	return decimal.New(rapid.Int64().Draw(t, name), -2)
}

func drawMoment(t *rapid.T, name string) time.Time {
	return time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, name)).UTC()
}

func TestTransactionsAndBalancesWriteThemselvesAsTheStandardLibraryWritesThem(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string { return rapid.String().Draw(t, name) }
		tx := paymentrows.Transaction{
			ID: rapid.Int64().Draw(t, "id"), TransactionID: text("transaction_id"), ExternalID: pointer(t, "external_id", text("external_id")),
			ClientID: rapid.Int64().Draw(t, "client_id"), AppID: pointer(t, "app_id", int64(3)), Channel: text("channel"),
			ChannelCode: pointer(t, "channel_code", text("channel_code")), Total: drawAmount(t, "total"),
			Fee: pointer(t, "fee", drawAmount(t, "fee")), VAT: pointer(t, "vat", drawAmount(t, "vat")),
			NetPayment: pointer(t, "net_payment", drawAmount(t, "net_payment")), Status: text("status"),
			PaidAmount: pointer(t, "paid_amount", drawAmount(t, "paid_amount")), PaidAt: pointer(t, "paid_at", drawMoment(t, "paid_at")),
			ExpiresAt: pointer(t, "expires_at", drawMoment(t, "expires_at")),
			Metadata:  json.RawMessage(`{"a": "<é>"}`), TransactionLog: nil, UnderReview: rapid.Bool().Draw(t, "under_review"),
			ReversedAmount: drawAmount(t, "reversed_amount"), Replaces: pointer(t, "replaces", text("replaces")),
			ReplacedBy: pointer(t, "replaced_by", text("replaced_by")), CreatedAt: drawMoment(t, "created_at"), UpdatedAt: drawMoment(t, "updated_at"),
		}
		if rapid.Bool().Draw(t, "is reversed") {
			tx.Reversals = paymentrows.ReversalList{{ReversalID: text("reversal_id"), Kind: "refund", Amount: drawAmount(t, "amount"), At: drawMoment(t, "at")}}
		}
		sameJSON(t, tx)
		sameJSON(t, paymentrows.SingleTransaction{Transaction: tx, Instructions: paymentrows.Instructions{
			BankCode: pointer(t, "bank_code", text("bank_code")), Deeplink: pointer(t, "deeplink", text("deeplink")),
			InvoiceURL: pointer(t, "invoice_url", text("invoice_url")), PayURL: pointer(t, "pay_url", text("pay_url")),
			QRString: pointer(t, "qr_string", text("qr_string")), VANumber: pointer(t, "va_number", text("va_number")),
		}})
		b := balancerows.Balance{
			ClientID: tx.ClientID, Total: tx.Total, Available: drawAmount(t, "available"), Held: drawAmount(t, "held"),
			Unsettled: drawAmount(t, "unsettled"), Receivable: drawAmount(t, "receivable"),
		}
		sameJSON(t, b)
	})
}

// sameJSON compares what a value writes with the output of encoding/json.
func sameJSON(t *rapid.T, v jsontext.Appender) {
	t.Helper()
	want, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := v.AppendJSON(nil); err != nil || string(got) != string(want) {
		t.Fatalf("got  %s (%v)\nwant %s", got, err, want)
	}
}
