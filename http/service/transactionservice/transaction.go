// Package transactionservice implements the use case of recorded transactions: a client records here what it
// sold elsewhere. This moves no balance. Payments are in package paymentservice.
package transactionservice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/domain/text"
	"gateway/domain/transaction"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
)

// Transactions implements the use cases for the recorded transactions of all clients.
type Transactions struct{ *service.Core }

// Request is a transaction to record.
type Request struct {
	// TransactionID is unique among the client's recorded transactions, by default
	// TRX-<client_id>-<nanoseconds>.
	TransactionID  string
	ExternalID     string
	Total          decimal.Decimal  // rupiah
	NetPayment     *decimal.Decimal // rupiah, nil when unknown
	TransactionLog json.RawMessage
	Status         string // any word, by default PENDING
}

// Record records a transaction of the creation's client (API reference: Transactions). Its errors are those
// of service.Create and transaction.Record.
func (t Transactions) Record(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Transaction, Prefix: "TRX"}
	find := func(ctx context.Context, reserved service.Reserved) (paymentrows.Transaction, bool, error) {
		found, err := claim(r.TransactionID, reserved, func(transactionID string) (transaction.Recorded, error) {
			s, _, err := eventstore.Load(ctx, t.Log, transaction.Aggregate, transaction.Stream(creation.ClientID, transactionID))
			if err == nil && s.ID != 0 && s.ID != reserved.ID {
				err = transaction.ErrDuplicate
			}
			return s.Recorded, err
		})
		if errors.Is(err, transaction.ErrDuplicate) { // the client's own id, recorded by another request
			return paymentrows.Transaction{}, false, nil
		}
		return row(found), found.ID != 0, err
	}
	return service.Create(ctx, t.Core, creation, reserve, find,
		func(ctx context.Context, reserved service.Reserved) (paymentrows.Transaction, error) {
			appID, err := t.onlyApp(ctx, creation.ClientID)
			if err != nil {
				return paymentrows.Transaction{}, err
			}
			cmd := transaction.RecordCmd{
				ID: reserved.ID, ClientID: creation.ClientID,
				ExternalID: r.ExternalID, AppID: appID, Total: r.Total, NetPayment: r.NetPayment,
				TransactionLog: r.TransactionLog, Status: cmp.Or(r.Status, transaction.DefaultStatus), At: t.Now(),
			}
			if err := t.checkOlder(ctx, creation.ClientID, r.TransactionID); err != nil {
				return paymentrows.Transaction{}, err
			}
			return claim(r.TransactionID, reserved, func(transactionID string) (paymentrows.Transaction, error) {
				cmd.TransactionID = transactionID
				out, err := service.Execute(ctx, t.Core, transaction.Aggregate, transaction.Stream(cmd.ClientID, transactionID),
					func(s transaction.State) ([]domain.Event, error) { return transaction.Record(s, cmd) }, eventstore.ExpectNew)
				if err != nil {
					return paymentrows.Transaction{}, err
				}
				return row(out.State.Recorded), nil
			})
		})
}

// checkOlder refuses a transaction_id that the client recorded before texts were normalized to NFC, in the
// form in which it was then stored. Nothing is recorded in that form any more, so there is no race.
func (t Transactions) checkOlder(ctx context.Context, clientID int64, transactionID string) error {
	older := text.Decomposed(transactionID)
	if older == transactionID {
		return nil
	}
	s, _, err := eventstore.Load(ctx, t.Log, transaction.Aggregate, transaction.Stream(clientID, older))
	if err == nil && s.ID != 0 {
		err = transaction.ErrDuplicate
	}
	return err
}

// claim calls attempt with the client's own transaction_id. If it sent none, claim tries the reserved one and
// those after it until one is free.
func claim[T any](own string, reserved service.Reserved, attempt func(transactionID string) (T, error)) (T, error) {
	if own != "" {
		return attempt(own)
	}
	return service.ClaimReference(reserved.Reference, transaction.ErrDuplicate, attempt)
}

// onlyApp returns the client's app if it has exactly one, else 0, because a recorded transaction names no
// app.
func (t Transactions) onlyApp(ctx context.Context, clientID int64) (int64, error) {
	owner, _, err := eventstore.Load(ctx, t.Log, account.Aggregate, account.Stream(clientID))
	if err != nil || len(owner.Apps) != 1 {
		return 0, err
	}
	return owner.Apps[0].ID, nil
}

// row returns the transaction in the form of the read models.
func row(e transaction.Recorded) paymentrows.Transaction {
	t := paymentrows.Transaction{
		ID: e.ID, TransactionID: e.TransactionID, ExternalID: service.NilIfEmpty(e.ExternalID), ClientID: e.ClientID,
		Channel: "recorded", Total: e.Total, NetPayment: e.NetPayment, Status: e.Status,
		TransactionLog: e.TransactionLog, CreatedAt: e.At, UpdatedAt: e.At,
	}
	if e.AppID != 0 {
		t.AppID = &e.AppID
	}
	return t
}
