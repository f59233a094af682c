package payoutrows

import (
	"context"
	"time"

	"gateway/projections/readmodel/readtable"
)

// The troubles that PayoutsIn selects payouts by.
const (
	// TroubleUnknown selects payouts for which the gateway does not know whether the provider has them.
	TroubleUnknown = "unknown"
	// TroubleContradicted selects payouts that a report of the provider contradicts.
	TroubleContradicted = "contradicted"
)

// payoutsInTrouble selects what the newest 1,000 payouts with each trouble are filtered by, using an index on only
// those payouts.
var payoutsInTrouble = map[string]string{
	TroubleUnknown: "(SELECT kind, id, position, client_id, status, connection, created_at, jumlah FROM payouts" +
		" WHERE unknown ORDER BY position DESC LIMIT 1000) AS few",
	TroubleContradicted: "(SELECT kind, id, position, client_id, status, connection, created_at, jumlah FROM payouts" +
		" WHERE contradiction <> '' ORDER BY position DESC LIMIT 1000) AS few",
}

// payoutsAt selects the same of the newest 1,000 payouts of a kind at a connection.
const payoutsAt = "(SELECT kind, id, position, client_id, status, connection, created_at, jumlah FROM payouts" +
	" WHERE connection = $4 AND kind = $1 ORDER BY position DESC LIMIT 1000) AS few"

// FewFilter selects payouts of one kind among the newest 1,000 with a trouble; if it names none, among the newest 1,000
// at a connection. Other fields that are zero select all.
type FewFilter struct {
	ClientID                          int64
	Kind, Status, Trouble, Connection string
	// From and To limit the time of the request; both are included.
	From, To time.Time
	// Selection is that of the amount. Without a trouble or a connection From should not be zero with it.
	readtable.Selection
}

// PayoutFilter is the filter without trouble and connection.
func (f FewFilter) PayoutFilter() PayoutFilter {
	return PayoutFilter{ClientID: f.ClientID, Kind: f.Kind, Status: f.Status, From: f.From, To: f.To, Selection: f.Selection}
}

// PayoutsIn returns a page of the payouts that the filter selects, newest first, and their total number. An unknown
// trouble selects no payout.
func (q Queries) PayoutsIn(ctx context.Context, f FewFilter, p readtable.Page) ([]Payout, int64, error) {
	few, ok := payoutsInTrouble[f.Trouble]
	if f.Trouble == "" {
		few, ok = payoutsAt, true
	}
	if !ok {
		return []Payout{}, 0, nil
	}
	s := &readtable.Search{From: few}
	s.And("kind = ?", f.Kind)
	s.And("(?::bigint = 0 OR client_id = $2)", f.ClientID)
	s.And("(?::text = '' OR status = $3)", f.Status)
	s.And("(?::text = '' OR connection = $4)", f.Connection)
	f.PayoutFilter().limit(s)
	const ofKind = "kind = $1 AND id = ANY (?)" // the first argument
	return payoutTable.PageBy(ctx, q.DB, s, "", ofKind, f.Sort, amountColumn, p)
}

// CountPayoutsIn counts the payouts that PayoutsIn lists by kind, withdrawals first, each kind with the time
// of its oldest payout. It filters by status, unless status is empty. It leaves out kinds without any.
func (q Queries) CountPayoutsIn(ctx context.Context, trouble, status string) (all []readtable.Waiting, err error) {
	few, ok := payoutsInTrouble[trouble]
	if !ok {
		return nil, nil
	}
	err = q.SQL.SelectContext(ctx, &all, "SELECT kind, count(*) AS count, min(created_at) AS oldest FROM "+few+
		" WHERE $1::text = '' OR status = $1 GROUP BY kind ORDER BY kind DESC", status)
	if err != nil {
		return nil, readtable.Failed("payouts", err)
	}
	return all, nil
}
