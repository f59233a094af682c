package readmodel

import (
	"context"

	"github.com/shopspring/decimal"
)

// Balance is what a client has. Its JSON is the `balance` of the API.
type Balance struct {
	ClientID  int64           `db:"client_id" json:"client_id"`
	Saldo     decimal.Decimal `db:"saldo" json:"saldo"`
	Available decimal.Decimal `db:"available" json:"saldo_yang_bisa_ditarik"`
	Held      decimal.Decimal `db:"held" json:"ditahan"`
	Unsettled decimal.Decimal `db:"unsettled" json:"belum_settle"`
}

var balanceTable = tableOf[Balance]("clients LEFT JOIN balances ON client_id = id")

// Balance gives the balance of a client, zero before its first movement.
// ErrNotFound: there is no such client.
func (q *Queries) Balance(ctx context.Context, clientID int64) (Balance, error) {
	b, err := balanceTable.one(ctx, q, "WHERE id = $1", clientID)
	if err == nil {
		b.ClientID = clientID
	}
	return b, err
}
