package actservice

import (
	"context"
	"strconv"
	"strings"

	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/treasuryservice"
	"gateway/projections/readmodel/clientrows"
)

// What the second administrator sees of each act: who is paid, where, how much, why, and what a change replaces. The
// names are those of the API (Admin approvals). Hashes and other secrets of commands never get into a particular.

type particulars = []approvalservice.Particular

// The names of particulars that more than one act has.
const (
	factClient    = "client"
	factClientID  = "client_id"
	factAmount    = "amount"
	factBank      = "bank"
	factAccount   = "account_number"
	factHolder    = "account_holder"
	factAvailable = "available_balance"
	factReference = "reference"
	factPaymentID = "payment_id"
	factPayment   = "transaction_id"
	factEmail     = "email"
	factRole      = "role"
	factChannel   = "channel_code"
	factFlat      = "flat_fee"
	factPercent   = "percent_fee"
	factVAT       = "vat_inclusive"
	factDisputeID = "dispute_id"
	factOutcome   = "outcome"
)

// HolderIsClient and HolderIsOther are the values of `name_check`: whether the account is in the name of the client.
const (
	HolderIsClient = "same_name"
	HolderIsOther  = "other_name"
)

// numbered is an id in the form that the API has in texts.
func numbered(id int64) string { return strconv.FormatInt(id, 10) }

// client returns the particulars of a client, and the client.
func (a *Acts) client(ctx context.Context, id int64) (clientrows.Client, particulars, error) {
	if id == 0 {
		return clientrows.Client{}, nil, nil
	}
	c, err := a.use.Accounts.Queries.Client(ctx, id)
	return c, particulars{approvalservice.Text(factClient, c.Name), approvalservice.Code(factClientID, numbered(id))}, err
}

// bankChanges are the last changes of the bank account of a client, newest first.
func (a *Acts) bankChanges(ctx context.Context, clientID int64) (facts particulars, err error) {
	changes, err := a.use.Accounts.BankAccountChanges(ctx, clientID)
	for _, c := range changes {
		facts = append(facts, approvalservice.Text("bank_account_change", c.To).
			Replacing(approvalservice.Text("", c.From)).Happened(c.At))
	}
	return facts, err
}

// destination says where money goes, and whether the account is in the name of the client.
func destination(bank, number, holder, client string) particulars {
	check := HolderIsOther
	if strings.EqualFold(strings.Join(strings.Fields(holder), " "), strings.Join(strings.Fields(client), " ")) {
		check = HolderIsClient
	}
	return particulars{
		approvalservice.Text(factBank, bank), approvalservice.Text(factAccount, number),
		approvalservice.Text(factHolder, holder), approvalservice.Code("name_check", check),
	}
}

func (a *Acts) explainPayout(ctx context.Context, id payoutID) (particulars, error) {
	p, err := a.use.Payouts.Queries.Payout(ctx, id.Kind, id.ID)
	if err != nil {
		return nil, err
	}
	client, facts, err := a.client(ctx, p.ClientID)
	if err != nil {
		return nil, err
	}
	facts = append(facts, approvalservice.Rupiah(factAmount, p.Amount))
	facts = append(facts, destination(p.Bank, p.AccountNumber, p.AccountHolder, client.Name)...)
	facts = append(facts, approvalservice.Rupiah("transfer_fee", p.TransferFee), approvalservice.Rupiah("total", p.Total),
		approvalservice.Rupiah(factAvailable, client.Available), approvalservice.Code("payout_by", p.By),
		approvalservice.Moment("requested_at", p.CreatedAt))
	if p.Purpose != nil && *p.Purpose != "" {
		facts = append(facts, approvalservice.Text("purpose", *p.Purpose))
	}
	changes, err := a.bankChanges(ctx, p.ClientID)
	return append(facts, changes...), err
}

func (a *Acts) explainApprovePayout(ctx context.Context, c approvePayout) (particulars, error) {
	facts, err := a.explainPayout(ctx, c.payoutID)
	return append(facts, approvalservice.Flag("by_hand", c.Manual)), err
}

func (a *Acts) explainCompletePayout(ctx context.Context, c completePayout) (particulars, error) {
	facts, err := a.explainPayout(ctx, c.payoutID)
	return append(facts, approvalservice.Text("transferred_by", c.TransferredBy)), err
}

func (a *Acts) explainAdoptPayout(ctx context.Context, c adoptPayout) (particulars, error) {
	facts, err := a.explainPayout(ctx, c.payoutID)
	return append(facts, approvalservice.Text("provider_id", c.ProviderID)), err
}

func (a *Acts) explainFailPayout(ctx context.Context, c failPayout) (particulars, error) {
	facts, err := a.explainPayout(ctx, c.payoutID)
	return facts, err
}

func (a *Acts) explainRefund(ctx context.Context, c reviewRefund) (particulars, error) {
	r, err := a.use.Refunds.Queries.Refund(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	client, facts, err := a.client(ctx, r.ClientID)
	facts = append(facts, approvalservice.Rupiah(factAmount, r.Amount))
	if r.To != nil {
		facts = append(facts, approvalservice.Text(factBank, r.To.Bank), approvalservice.Text(factAccount, r.To.AccountNumber),
			approvalservice.Text(factHolder, r.To.AccountHolder))
	}
	facts = append(facts, approvalservice.Rupiah("transfer_fee", r.Fee), approvalservice.Code("refund_method", r.Method),
		approvalservice.Rupiah(factAvailable, client.Available), approvalservice.Text(factPayment, r.TransactionID),
		approvalservice.Code("refund_reason", r.Reason), approvalservice.Moment("requested_at", r.CreatedAt))
	if r.Note != nil && *r.Note != "" {
		facts = append(facts, approvalservice.Text("note", *r.Note))
	}
	return facts, err
}

func (a *Acts) explainAdjustment(ctx context.Context, c balanceservice.Adjustment) (particulars, error) {
	client, facts, err := a.client(ctx, c.ClientID)
	now := approvalservice.Rupiah(factAvailable, client.Available)
	return append(facts, approvalservice.Rupiah(factAmount, c.Amount),
		approvalservice.Rupiah(factAvailable, client.Available.Add(c.Amount)).Replacing(now)), err
}

func (a *Acts) explainWriteOff(ctx context.Context, c balanceservice.WriteOff) (particulars, error) {
	_, facts, err := a.client(ctx, c.ClientID)
	if err != nil {
		return nil, err
	}
	owed, err := a.use.Accounts.Queries.Balance(ctx, c.ClientID)
	now := approvalservice.Rupiah("receivable", owed.Receivable)
	return append(facts, approvalservice.Rupiah(factAmount, c.Amount),
		approvalservice.Rupiah("receivable", owed.Receivable.Add(c.Amount)).Replacing(now),
		approvalservice.Moment("owed_since", c.Before)), err
}

func (a *Acts) explainTreasury(_ context.Context, c treasuryservice.Request) (particulars, error) {
	facts := particulars{
		approvalservice.Code("treasury_kind", c.Kind), approvalservice.Rupiah(factAmount, c.Amount),
		approvalservice.Day("value_date", c.ValueDate), approvalservice.Text(factReference, c.Reference),
	}
	if c.Connection != "" {
		facts = append(facts, approvalservice.Text("connection", c.Connection))
	}
	if c.From != "" {
		facts = append(facts, approvalservice.Text("from_account", c.From), approvalservice.Text("to_account", c.To))
	}
	return facts, nil
}

func (a *Acts) explainSuspense(ctx context.Context, c resolveSuspense) (particulars, error) {
	item, err := a.use.Suspense.Find(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	_, facts, err := a.client(ctx, item.ClientID)
	return append(facts,
		approvalservice.Rupiah(factAmount, item.PaidAmount.Sub(item.ReversedAmount)), approvalservice.Rupiah("amount_due", item.Amount),
		approvalservice.Text(factPayment, item.TransactionID), approvalservice.Text(factPaymentID, item.ProviderPaymentID),
		approvalservice.Text("paid_through", item.PaymentChannel), approvalservice.Moment("paid_at", item.PaidAt),
		approvalservice.Flag("by_hand", c.ByHand)), err
}

func (a *Acts) explainReversal(ctx context.Context, c assignReversal) (particulars, error) {
	row, err := a.use.Reversals.Find(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	_, facts, err := a.client(ctx, row.ClientID)
	facts = append(facts, approvalservice.Rupiah(factAmount, row.Amount), approvalservice.Text("reversal_id", c.ID),
		approvalservice.Text(factPayment, row.TransactionID), approvalservice.Text(factPaymentID, c.PaymentID))
	if c.RefundID != nil && *c.RefundID != 0 {
		facts = append(facts, approvalservice.Code("refund_id", numbered(*c.RefundID)))
	}
	return facts, err
}

func (a *Acts) explainSlip(ctx context.Context, c approveSlip) (particulars, error) {
	row, err := a.use.Slips.Queries.WithholdingSlipByID(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	client, facts, err := a.client(ctx, row.ClientID)
	now := approvalservice.Rupiah(factAvailable, client.Available)
	return append(facts, approvalservice.Rupiah(factAmount, row.Tax), approvalservice.Text("slip_number", row.Number),
		approvalservice.Code("period", row.Period), approvalservice.Day("slip_date", row.Date),
		approvalservice.Rupiah("gross", row.Gross),
		approvalservice.Rupiah(factAvailable, client.Available.Add(row.Tax)).Replacing(now)), err
}

func (a *Acts) explainDispute(ctx context.Context, c decideDispute) (particulars, error) {
	row, err := a.use.Disputes.Queries.Dispute(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	_, facts, err := a.client(ctx, row.ClientID)
	return append(facts, approvalservice.Rupiah(factAmount, row.Amount), approvalservice.Text(factPayment, row.TransactionID),
		approvalservice.Code(factDisputeID, numbered(row.ID)),
		approvalservice.Code(factOutcome, c.Outcome).Replacing(approvalservice.Code("", row.Status))), err
}
