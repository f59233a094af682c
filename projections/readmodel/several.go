package readmodel

import (
	"context"

	"github.com/lib/pq"
)

// movedBalances are those of clients that have had a movement.
var movedBalances = tableOf[Balance]("balances")

// What follows the log reads the rows of a whole batch at once. Ids without a row
// are left out, and the order is any.

// TransactionsByID gives transactions, whoever's they are.
func (q *Queries) TransactionsByID(ctx context.Context, ids []int64) ([]Transaction, error) {
	return transactionTable.all(ctx, q, "WHERE id = ANY($1)", pq.Array(ids))
}

// PayoutsByID gives payouts of a kind, whoever's they are.
func (q *Queries) PayoutsByID(ctx context.Context, kind string, ids []int64) ([]Payout, error) {
	return payoutTable.all(ctx, q, "WHERE kind = $1 AND id = ANY($2)", kind, pq.Array(ids))
}

// BalancesOf gives the balances of clients that have had a movement.
func (q *Queries) BalancesOf(ctx context.Context, clientIDs []int64) ([]Balance, error) {
	return movedBalances.all(ctx, q, "WHERE client_id = ANY($1)", pq.Array(clientIDs))
}

// TicketRepliesByID gives replies, to whatever tickets.
func (q *Queries) TicketRepliesByID(ctx context.Context, ids []int64) ([]TicketReply, error) {
	return ticketReplyTable.all(ctx, q, "WHERE id = ANY($1)", pq.Array(ids))
}
