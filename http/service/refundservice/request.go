package refundservice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/bankservice"
	"gateway/projections/reactor/refundreactor"
	"gateway/projections/readmodel/refundrows"

	"github.com/shopspring/decimal"
)

// Request asks for a refund (resources: Refunds).
type Request struct {
	TransactionID string
	// PaymentID is the provider's id of the money; it may be empty where only one was credited.
	PaymentID string
	// Amount is whole rupiah; zero stands for all that is left.
	Amount decimal.Decimal
	Reason string
	Note   string
	// ExternalID is the client's own reference, by default RF-<client_id>-<nanoseconds>.
	ExternalID string
	Metadata   json.RawMessage
	// To is where a refund by transfer goes; nil where the money can go back to where it came from.
	To *payment.RefundTo
}

// Request requests a refund for the creation's client. Its errors are those of service.Create, account.State.MayUseKey,
// bankservice.Channels.Account and payment.RequestRefund; invalid_field transaction_id; insufficient_balance; and
// eventstore.ErrUnavailable if the balance did not answer in time: then nothing was asked for.
func (r Refunds) Request(ctx context.Context, creation service.Creation, q Request) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Refund, Prefix: "RF"}
	run := func(ctx context.Context, reserved service.Reserved) (refundrows.Refund, error) {
		return r.request(ctx, creation.ClientID, reserved, q)
	}
	find := func(ctx context.Context, reserved service.Reserved) (refundrows.Refund, bool, error) {
		s, _, err := eventstore.Load(ctx, r.Log, payment.Aggregate, payment.Stream(q.TransactionID))
		if err != nil {
			return refundrows.Refund{}, false, err
		}
		refund, known := s.Refund(reserved.ID)
		if !known || s.ClientID != creation.ClientID {
			return refundrows.Refund{}, false, nil
		}
		row, err := r.settled(ctx, creation.ClientID, q.TransactionID, refund.RefundID)
		return row, true, err
	}
	return service.Create(ctx, r.Core, creation, reserve, find, run)
}

func (r Refunds) request(ctx context.Context, clientID int64, reserved service.Reserved, q Request) (refundrows.Refund, error) {
	cmd, err := r.command(ctx, clientID, reserved, q)
	if err != nil {
		return refundrows.Refund{}, err
	}
	_, err = eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(q.TransactionID), func(s payment.State) ([]domain.Event, error) {
		if !s.Exists() || s.ClientID != clientID {
			return nil, noTransaction()
		}
		return payment.RequestRefund(s, cmd)
	})
	if err != nil {
		return refundrows.Refund{}, err
	}
	row, err := r.settled(ctx, clientID, q.TransactionID, cmd.RefundID)
	if err != nil {
		return row, err
	}
	return row, service.UnlessEnded(ctx, func(ctx context.Context) error {
		_, err := r.change(ctx, clientID, cmd.RefundID, func(s payment.State) ([]domain.Event, error) {
			return payment.CancelUnsentRefund(s, cmd.RefundID, service.Actor(ctx), r.Now())
		})
		return err
	})
}

func noTransaction() error {
	return domain.InvalidField("transaction_id", "is not the transaction_id of a payment of yours")
}

// command adds to a request the facts it depends on: the state and the limits of the client's account, and the transfer fee.
func (r Refunds) command(ctx context.Context, clientID int64, reserved service.Reserved, q Request) (payment.RefundCmd, error) {
	var none payment.RefundCmd
	owner, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return none, err
	}
	if err := owner.MayUseKey(); err != nil {
		return none, err
	}
	if q.To, err = r.account(ctx, q.To); err != nil {
		return none, err
	}
	fee, err := r.fee(ctx, clientID)
	if err != nil {
		return none, err
	}
	now := r.Now()
	return payment.RefundCmd{
		RefundID: reserved.ID, RefundExternalID: cmp.Or(q.ExternalID, reserved.Reference), PaymentID: q.PaymentID, Amount: q.Amount,
		Reason: q.Reason, Note: q.Note, To: q.To, Metadata: q.Metadata, Rules: r.Rules, Limit: r.limit(owner, now), Fee: fee,
		By: service.Actor(ctx), At: now,
	}, nil
}

// account checks the bank account of a refund by transfer.
func (r Refunds) account(ctx context.Context, to *payment.RefundTo) (*payment.RefundTo, error) {
	if to == nil {
		return nil, nil
	}
	code, err := bankservice.Channels{Core: r.Core}.Account(ctx, "to.", to.AccountNumber, to.Bank)
	if err != nil {
		return nil, err
	}
	if to.AccountHolder == "" {
		return nil, domain.InvalidField("to.account_holder", "is required")
	}
	return &payment.RefundTo{Bank: code, AccountNumber: to.AccountNumber, AccountHolder: to.AccountHolder}, nil
}

// limit says how much may go back on a day without a person. A transfer can go to anybody, so it counts with the withdrawals
// that are approved automatically, and pauses with them.
func (r Refunds) limit(owner account.State, now time.Time) func(method string) payment.RefundLimit {
	return func(method string) payment.RefundLimit {
		refundCap := owner.RefundCap()
		limit := payment.RefundLimit{Day: r.Calendar.DayOf(now), Approval: payment.ApprovalOwner, Cap: &refundCap}
		if method != payment.MethodTransfer {
			return limit
		}
		limit.Approval, limit.Never = payment.ApprovalAdmin, !owner.AutoApproveWithdrawal || now.Before(owner.Pause.Until)
		// Withdrawals without a cap go to the client's own account. A stolen key could transfer the whole balance to another one.
		if owner.DailyPayoutCap != nil {
			limit.Cap = owner.DailyPayoutCap
		}
		return limit
	}
}

// fee returns what a refund costs: the price of a transfer, and nothing for other methods.
func (r Refunds) fee(ctx context.Context, clientID int64) (func(method string, amount decimal.Decimal) payment.RefundFee, error) {
	table, _, err := eventstore.Load(ctx, r.Log, pricing.Aggregate, pricing.Stream())
	if err != nil {
		return nil, err
	}
	exempt, err := r.IsVATExempt(ctx, clientID)
	if err != nil {
		return nil, err
	}
	rate, _ := table.Rate(pricing.TransferCode)
	return func(method string, amount decimal.Decimal) payment.RefundFee {
		if method != payment.MethodTransfer {
			return payment.RefundFee{}
		}
		charge := pricing.TransferFor(exempt, amount, rate, r.VATRate)
		return payment.RefundFee{Total: charge.Total, VAT: charge.VAT, VATRate: &charge.VATRate}
	}, nil
}

const (
	// answerWait is how long a request waits for the balance, answerPause how long it waits between two looks.
	answerWait  = 15 * time.Second
	answerPause = 10 * time.Millisecond
)

// settled waits until the balance has answered the request of a refund, and returns the refund as it then is.
func (r Refunds) settled(ctx context.Context, clientID int64, transactionID string, id int64) (refundrows.Refund, error) {
	waiting, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	for {
		decided, err := refundreactor.Confirm(ctx, r.Log, clientID, transactionID, id, r.Now())
		if err != nil {
			return refundrows.Refund{}, err
		}
		if decided {
			break
		}
		if r.pause(waiting) != nil {
			if undone, err := r.undo(ctx, transactionID, id); undone || err != nil {
				return refundrows.Refund{}, errors.Join(err, errNotAnswered)
			}
			break // it was decided meanwhile, or a chargeback has cancelled it
		}
	}
	nothing := func(payment.State) ([]domain.Event, error) { return nil, nil }
	out, err := service.Execute(ctx, r.Core, payment.Aggregate, payment.Stream(transactionID), nothing)
	if err != nil {
		return refundrows.Refund{}, err
	}
	if _, held := out.State.Refund(id); !held {
		return refundrows.Refund{}, r.insufficient(ctx, clientID)
	}
	return r.shown(ctx, clientID, id)
}

// errNotAnswered says that nothing was asked for, and that a retry may succeed.
var errNotAnswered = fmt.Errorf("%w: the balance has not answered a refund, which is undone", eventstore.ErrUnavailable)

// undo takes a request back that the balance has not answered, so that a caller who is told to try again does not ask twice. It is
// false if the balance has answered meanwhile.
func (r Refunds) undo(ctx context.Context, transactionID string, id int64) (undone bool, err error) {
	out, err := eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) { return payment.UndoRefund(s, id, r.Now()) })
	return len(out.Events) > 0, err
}

func (r Refunds) insufficient(ctx context.Context, clientID int64) error {
	s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(clientID))
	if err != nil && !errors.Is(err, eventstore.ErrUnavailable) {
		return err
	}
	return domain.Refuse(domain.Invalid, "insufficient_balance", "the withdrawable balance of %s is not enough", s.Totals.Available)
}
