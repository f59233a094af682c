package books

import (
	"time"

	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

// Statement is a client's balance at a moment (API reference: Admin audit).
type Statement struct {
	ClientID  int64           `json:"client_id"`
	At        time.Time       `json:"at"`
	Balance   decimal.Decimal `json:"saldo"`
	Available decimal.Decimal `json:"saldo_yang_bisa_ditarik"`
	Held      decimal.Decimal `json:"ditahan"`
	Unsettled decimal.Decimal `json:"belum_settle"`
	// Receivable is what the client owes, 0 or below.
	Receivable decimal.Decimal `json:"piutang"`
}

// NewStatement returns a client's statement with the given totals.
func NewStatement(client int64, at time.Time, t ledger.Totals) Statement {
	return Statement{
		ClientID: client, At: at.UTC(), Balance: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled, Receivable: t.Receivable,
	}
}
