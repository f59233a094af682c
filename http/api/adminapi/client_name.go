package adminapi

import (
	"context"

	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/searchrows"
)

// owner returns the id of the client that a row belongs to, 0 if none, and where to put the name of that client.
type owner[T any] func(row *T) (clientID int64, name *string)

// nameClients sets the names of the clients in rows, with one query for all of them. If err, the error of
// reading the rows, is not nil, it only returns err.
func nameClients[T any](ctx context.Context, a *Admin, rows []T, of owner[T], err error) error {
	if err != nil || len(rows) == 0 {
		return err
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i], _ = of(&rows[i])
	}
	names, err := a.Queries.ClientNames(ctx, ids)
	if err != nil {
		return err
	}
	for i := range rows {
		id, name := of(&rows[i])
		*name = names[id]
	}
	return nil
}

// nameClient does the same as nameClients for one row.
func nameClient[T any](ctx context.Context, a *Admin, row T, of owner[T], err error) (T, error) {
	one := []T{row}
	err = nameClients(ctx, a, one, of, err)
	return one[0], err
}

// The functions below return a query or a use case that also sets the names of the clients in its answer.

func named[P, T any](a *Admin, of owner[T], run func(ctx context.Context, p P) (T, error)) func(context.Context, P) (T, error) {
	return func(ctx context.Context, p P) (T, error) {
		row, err := run(ctx, p)
		return nameClient(ctx, a, row, of, err)
	}
}

func namedRows[P, T any](
	a *Admin, of owner[T], list func(ctx context.Context, p P) ([]T, int64, error),
) func(context.Context, P) ([]T, int64, error) {
	return func(ctx context.Context, p P) ([]T, int64, error) {
		rows, total, err := list(ctx, p)
		return rows, total, nameClients(ctx, a, rows, of, err)
	}
}

func namedAct[P, R any](a *Admin, act func(ctx context.Context, p P, r R) (any, error)) func(context.Context, P, R) (any, error) {
	return func(ctx context.Context, p P, r R) (any, error) {
		done, err := act(ctx, p, r)
		return a.named(ctx, done, err)
	}
}

// named sets the client's name in the answer of an act. If the act only asked for an approval, the answer stays
// as it is.
func (a *Admin) named(ctx context.Context, answer any, err error) (any, error) {
	switch row := answer.(type) {
	case payoutrows.AdminPayout:
		return nameClient(ctx, a, row, payoutOwner, err)
	case refundrows.AdminRefund:
		return nameClient(ctx, a, row, refundOwner, err)
	case paymentrows.SuspenseItem:
		return nameClient(ctx, a, row, suspenseOwner, err)
	case paymentrows.ReversalRow:
		return nameClient(ctx, a, row, reversalOwner, err)
	}
	return answer, err
}

func transactionOwner(t *paymentrows.Transaction) (int64, *string) { return t.ClientID, &t.ClientName }

func callbackOwner(r *callbackrows.Callback) (int64, *string) { return r.ClientID, &r.ClientName }

func resentOwner(r *callbackservice.ResentCallback) (int64, *string) {
	return r.ClientID, &r.ClientName
}

func payoutOwner(p *payoutrows.AdminPayout) (int64, *string) { return p.ClientID, &p.ClientName }

func refundOwner(r *refundrows.AdminRefund) (int64, *string) { return r.ClientID, &r.ClientName }

func suspenseOwner(s *paymentrows.SuspenseItem) (int64, *string) { return s.ClientID, &s.ClientName }

func reportOwner(r *paymentrows.PaymentReport) (int64, *string) { return r.ClientID, &r.ClientName }

func reversalOwner(r *paymentrows.ReversalRow) (int64, *string) { return r.ClientID, &r.ClientName }

func auditOwner(e *auditlogrows.AuditEntry) (int64, *string) { return e.ClientID, &e.ClientName }

func hitOwner(h *searchrows.Hit) (int64, *string) { return h.ClientID, &h.ClientName }

func ticketOwner(t *clientTicket) (int64, *string) { return t.ClientID, &t.ClientName }

func proposalOwner(p *clientProposal) (int64, *string) { return p.ClientID, &p.ClientName }
