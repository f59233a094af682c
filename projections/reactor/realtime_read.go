package reactor

import (
	"context"

	"gateway/domain/balance"
	"gateway/projections/readmodel"
)

// read gives the objects of all announcements, with one query for each kind that
// occurs.
func read(ctx context.Context, rows RealtimeRows, list []announcement) (map[subject]any, error) {
	ids := make(map[subjectKind][]int64)
	for _, a := range list {
		ids[a.about.kind] = append(ids[a.about.kind], a.about.id)
	}
	objects := make(map[subject]any, len(list))
	for kind, ids := range ids {
		if err := readKind(ctx, rows, kind, ids, objects); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

func readKind(ctx context.Context, rows RealtimeRows, kind subjectKind, ids []int64, into map[subject]any) error {
	switch kind {
	case aTransaction:
		found, err := rows.TransactionsByID(ctx, ids)
		return keep(into, kind, found, err, func(t readmodel.Transaction) int64 { return t.ID })
	case aWithdrawal:
		found, err := rows.PayoutsByID(ctx, balance.Withdrawal, ids)
		return keep(into, kind, found, err, func(p readmodel.Payout) int64 { return p.ID })
	case aBalance:
		found, err := rows.BalancesOf(ctx, ids)
		return keep(into, kind, found, err, func(b readmodel.Balance) int64 { return b.ClientID })
	case aReply:
		found, err := rows.TicketRepliesByID(ctx, ids)
		return keep(into, kind, found, err, func(r readmodel.TicketReply) int64 { return r.ID })
	}
	return nil
}

func keep[T any](into map[subject]any, kind subjectKind, found []T, err error, id func(T) int64) error {
	for _, row := range found {
		into[subject{kind, id(row)}] = row
	}
	return err
}
