package readmodel

import (
	"context"
	"time"

	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/proposal"
	"gateway/domain/ticket"
	"gateway/projections/readmodel/bankrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
)

// The kinds of items that WaitingForPersons counts.
const (
	WaitingRegistrations  = "registrations"
	WaitingWithdrawals    = "withdrawals_pending"
	WaitingSettlements    = "settlements_pending"
	WaitingContradictions = "payouts_contradicted"
	WaitingReversals      = "reversals_contradicted"
	WaitingUndecided      = "reversals_undecided"
	WaitingAboveGross     = "reversals_above_gross"
	WaitingReceivables    = "receivables"
	WaitingCallbacks      = "callbacks_exhausted"
	WaitingEndpoints      = "endpoints_failing"
	WaitingOrphans        = "keys_without_issuer"
	WaitingDisputes       = "disputes_due"
	WaitingSlips          = "withholding_slips"
	WaitingTickets        = "tickets_open"
	WaitingProposals      = "proposals_new"
	WaitingBankLines      = "bank_lines_unmatched"
	maxWaiting            = 1_000
)

// lookBack is for how long a payment is shown of which more was taken back than it was worth: nothing ends that state.
const lookBack = 30 * 24 * time.Hour

// WaitingForPersons counts the items that wait for a person and are in neither Figures nor ApprovalBacklog,
// in one statement, each kind with the time of its oldest item. Contradicted payouts are those among the
// newest 1,000 with a contradiction that are pending (held) or processing. Clients that owe money, and keys
// whose issuer is gone, disputes that are due soon, and payments of the last 30 days of which more was taken back than they were
// worth, are counted up to 1,000. Money that a client owes has no time. Lines of our bank are counted that it booked on
// bankDay, such as 2026-01-31, or before.
//
// The query for the oldest item of a status uses a range of one status, in the order of status and position,
// because only the index on both columns gives that order. For an equality on status the planner may walk the
// index on positions alone, through all rows of other statuses.
func (q *Queries) WaitingForPersons(ctx context.Context, bankDay string) (all []readtable.Waiting, err error) {
	err = q.SQL.SelectContext(ctx, &all, `
		SELECT $1::text AS kind, COALESCE(sum(n), 0)::bigint AS count,
			(SELECT created_at FROM clients WHERE status >= $2 AND status <= $2 ORDER BY status, position LIMIT 1) AS oldest
			FROM client_counts WHERE status = $2
		UNION ALL SELECT $3, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM payouts WHERE kind = $4 AND status >= $5 AND status <= $5 ORDER BY status, position LIMIT 1)
			FROM payout_counts WHERE kind = $4 AND status = $5
		UNION ALL SELECT $6, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM payouts WHERE kind = $7 AND status >= $5 AND status <= $5 ORDER BY status, position LIMIT 1)
			FROM payout_counts WHERE kind = $7 AND status = $5
		UNION ALL SELECT $8, count(*) FILTER (WHERE status IN ($5, $9)), min(created_at) FILTER (WHERE status IN ($5, $9))
			FROM (SELECT status, created_at FROM payouts
			WHERE contradiction <> '' ORDER BY position DESC LIMIT $10) AS contradicted
		UNION ALL SELECT $11, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM reversals WHERE status >= $12 AND status <= $12 ORDER BY status, position LIMIT 1)
			FROM reversal_counts WHERE status = $12
		UNION ALL SELECT $13, count(*), NULL FROM (SELECT FROM balances WHERE receivable < 0 ORDER BY receivable LIMIT $10) AS owing
		UNION ALL SELECT $14, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM callbacks WHERE status >= $15 AND status <= $15 ORDER BY status, position LIMIT 1)
			FROM callback_counts WHERE status = $15
		UNION ALL SELECT $16, count(*), min(down_since) FROM callback_endpoints WHERE down_since IS NOT NULL
		UNION ALL SELECT $17, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM tickets WHERE status >= $18 AND status <= $18 ORDER BY status, position LIMIT 1)
			FROM ticket_counts WHERE status = $18
		UNION ALL SELECT $19, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM proposals WHERE status >= $20 AND status <= $20 ORDER BY status, position LIMIT 1)
			FROM proposal_counts WHERE status = $20
		UNION ALL SELECT $21, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM reversals WHERE status >= $22 AND status <= $22 ORDER BY status, position LIMIT 1)
			FROM reversal_counts WHERE status = $22
		UNION ALL SELECT $23, count(*), min(orphaned_at) FROM (SELECT orphaned_at FROM api_keys
			WHERE orphaned_at IS NOT NULL AND (ends_at IS NULL OR ends_at > $24) ORDER BY orphaned_at LIMIT $10) AS orphaned
		UNION ALL SELECT $25, count(*), min(created_at) FROM (SELECT created_at FROM disputes
			WHERE status = '`+payment.DisputeStatusNeedsResponse+`' AND due_by <= $26 ORDER BY due_by LIMIT $10) AS due
		UNION ALL SELECT $27, count(*), min(updated_at) FROM (SELECT updated_at FROM transactions
			WHERE reversed_amount > total AND updated_at > $28 ORDER BY position DESC LIMIT $10) AS above
		UNION ALL SELECT $29, COALESCE(sum(n), 0)::bigint,
			(SELECT created_at FROM withholding_slips WHERE status >= $30 AND status <= $30 ORDER BY status, position LIMIT 1)
			FROM withholding_slip_counts WHERE status = $30
		UNION ALL SELECT $31, COALESCE(sum(s.n), 0)::bigint,
			(SELECT created_at FROM bank_lines l WHERE l.day = min(s.day) AND l.status = $32 ORDER BY position LIMIT 1)
			FROM bank_sums s WHERE s.side = '`+bankrows.SideBank+`' AND s.state = $32 AND s.n > 0 AND s.day <= $33`,
		WaitingRegistrations, account.StatusPending, WaitingWithdrawals, balance.Withdrawal, balance.StatusPending,
		WaitingSettlements, balance.Settlement,
		WaitingContradictions, balance.StatusProcessing, maxWaiting, WaitingReversals, paymentrows.ReversalContradicted, WaitingReceivables,
		WaitingCallbacks, callback.StatusExhausted, WaitingEndpoints, WaitingTickets, ticket.StatusOpen, WaitingProposals, proposal.StatusNew,
		WaitingUndecided, paymentrows.ReversalUndecided, WaitingOrphans, q.Now(),
		WaitingDisputes, q.Now().Add(payment.RemindsBefore), WaitingAboveGross, q.Now().Add(-lookBack),
		WaitingSlips, balance.SlipPending,
		WaitingBankLines, bankstatement.StatusUnmatched, bankDay)
	if err != nil {
		return nil, readtable.Failed("what waits for persons", err)
	}
	return all, nil
}
