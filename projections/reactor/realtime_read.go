package reactor

import (
	"context"

	"gateway/domain/balance"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/ticketrows"
)

// readObjects reads the objects of all announcements, with one query for each kind
// that occurs.
func readObjects(ctx context.Context, rows RealtimeRows, list []announcement) (map[objectKey]any, error) {
	ids := make(map[objectKind][]int64)
	for _, a := range list {
		ids[a.object.kind] = append(ids[a.object.kind], a.object.id)
	}
	objects := make(map[objectKey]any, len(list))
	for kind, ids := range ids {
		if err := readObjectsOfKind(ctx, rows, kind, ids, objects); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

func readObjectsOfKind(ctx context.Context, rows RealtimeRows, kind objectKind, ids []int64, into map[objectKey]any) error {
	switch kind {
	case transactionObject:
		found, err := rows.TransactionsByID(ctx, ids)
		for _, t := range found { // in the form that a client gets when it requests one transaction
			into[objectKey{kind, t.ID}] = t.Single()
		}
		return err
	case withdrawalObject:
		found, err := rows.PayoutsByID(ctx, balance.Withdrawal, ids)
		return addObjects(into, kind, found, err, func(p payoutrows.Payout) int64 { return p.ID })
	case balanceObject:
		found, err := rows.BalancesOf(ctx, ids)
		return addObjects(into, kind, found, err, func(b balancerows.Balance) int64 { return b.ClientID })
	case replyObject:
		found, err := rows.TicketRepliesByID(ctx, ids)
		return addObjects(into, kind, found, err, func(r ticketrows.TicketReply) int64 { return r.ID })
	}
	return nil
}

func addObjects[T any](into map[objectKey]any, kind objectKind, found []T, err error, id func(T) int64) error {
	for _, row := range found {
		into[objectKey{kind, id(row)}] = row
	}
	return err
}
