package books

import (
	"encoding/json"
	"io"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
)

func credit() eventstore.Recorded {
	e := balance.Credited{
		ClientID: 12345, Movement: balance.Movement{
			Reference: "INV-12345-1767323045000000000", At: time.Now().UTC().Truncate(time.Microsecond),
			After: ledger.Totals{Available: decimal.RequireFromString("123456789.5"), Held: decimal.NewFromInt(55_000)},
			Postings: []ledger.Posting{
				{Account: ledger.ProviderClearing("xendit"), Amount: decimal.NewFromInt(-150_000)},
				{Account: ledger.Available(12345), Amount: decimal.NewFromInt(145_560)},
				{Account: ledger.RevenueFees, Amount: decimal.NewFromInt(4_000)},
				{Account: ledger.TaxVAT, Amount: decimal.NewFromInt(440)},
			},
		}, Source: balance.Source{Store: "9f3c2f52-9b0e-4b43-8f0a-5a1a0a9b6f11", Commit: 1234567, Prepare: 1234567},
		Gross: decimal.NewFromInt(150_000), Fee: decimal.NewFromInt(4_000), VAT: decimal.NewFromInt(440), Net: decimal.NewFromInt(145_560),
	}
	data, _ := json.Marshal(e)
	return eventstore.Recorded{Proposed: eventstore.Proposed{
		Type: e.EventType(), Data: data, Metadata: []byte(`{"$correlationId":"5f0c3c1e-8a0c-4f36-9a57-7d7d4a4c2d11","actor":"system:posting","request_id":"5f0c3c1e-8a0c-4f36-9a57-7d7d4a4c2d11"}`),
	}}
}

func BenchmarkMovement(b *testing.B) {
	r, own := credit(), accountsOf(12345)
	var d decoder
	b.ReportAllocs()
	b.SetBytes(int64(len(r.Data)))
	for b.Loop() {
		if _, ok, err := d.movement(r, own); !ok || err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMovementCSV(b *testing.B) {
	var d decoder
	m, _, err := d.movement(credit(), accountsOf(12345))
	if err != nil {
		b.Fatal(err)
	}
	write, err := MovementCSV(sheet.NewWriter(io.Discard))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := write(m); err != nil {
			b.Fatal(err)
		}
	}
}
