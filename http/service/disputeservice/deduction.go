package disputeservice

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/text"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/disputerows"

	"github.com/shopspring/decimal"
)

// maxParts limits the disputes of one deduction.
const maxParts = 100

// DeductionCmd splits a deduction of the provider over disputes. It is kept as JSON while it waits for a second administrator.
type DeductionCmd struct {
	// Reference is the id of the deduction in the provider's books.
	Reference string          `json:"reference"`
	Amount    decimal.Decimal `json:"amount"` // rupiah
	Disputes  []DeductionPart `json:"disputes"`
}

// DeductionPart is what of a deduction is of one dispute.
type DeductionPart struct {
	DisputeID int64           `json:"dispute_id"`
	Amount    decimal.Decimal `json:"amount"` // rupiah
}

// Deduction is a deduction that was split.
type Deduction struct {
	Reference string                     `json:"reference"`
	Amount    decimal.Decimal            `json:"amount"`
	Disputes  []disputerows.AdminDispute `json:"disputes"`
}

// Check refuses a deduction whose parts don't add up to it: invalid_field reference, amount, disputes.
func (c DeductionCmd) Check() error {
	sum, seen := decimal.Zero, map[int64]bool{}
	for _, part := range c.Disputes {
		if seen[part.DisputeID] {
			return domain.InvalidField("disputes", "has the dispute %d twice", part.DisputeID)
		}
		seen[part.DisputeID], sum = true, sum.Add(part.Amount)
	}
	switch err := text.Require("reference", c.Reference, payment.MaxDeductionReference); {
	case err != nil:
		return err
	case len(c.Disputes) == 0 || len(c.Disputes) > maxParts:
		return domain.InvalidField("disputes", "must be 1 to %d", maxParts)
	case !c.Amount.IsPositive():
		return domain.InvalidField("amount", "must be whole rupiah above 0")
	case !sum.Equal(c.Amount):
		return domain.InvalidField("disputes", "add up to %s, not to %s", sum, c.Amount)
	}
	return nil
}

// Deduct takes the parts of a deduction, each by a chargeback of its dispute. All parts are decided before the first is taken. When
// it is interrupted, a repetition takes the rest. Errors: readtable.ErrNotFound, the refusals of DeductionCmd.Check, and those of
// payment.DeductDispute, whose fields are named within disputes.
func (d Disputes) Deduct(ctx context.Context, c DeductionCmd) (Deduction, error) {
	c.Reference = strings.TrimSpace(c.Reference)
	if err := c.Check(); err != nil {
		return Deduction{}, err
	}
	rows, decisions := make([]disputerows.Dispute, len(c.Disputes)), make([]func(payment.State) ([]domain.Event, error), len(c.Disputes))
	for i, part := range c.Disputes {
		row, err := d.rows().Dispute(ctx, part.DisputeID)
		if err != nil {
			return Deduction{}, err
		}
		rows[i] = row
		decisions[i] = func(s payment.State) ([]domain.Event, error) {
			return payment.DeductDispute(s, payment.DeductCmd{
				DisputeID: part.DisputeID, Reference: c.Reference, Amount: part.Amount, By: service.Actor(ctx), At: d.Now(),
			})
		}
		if err := d.mayDecide(ctx, row.TransactionID, decisions[i]); err != nil {
			return Deduction{}, domain.Within(partField(i), err)
		}
	}
	done := Deduction{Reference: c.Reference, Amount: c.Amount}
	for i, row := range rows {
		if _, err := eventstore.Execute(ctx, d.Log, payment.Aggregate, payment.Stream(row.TransactionID), decisions[i]); err != nil {
			return Deduction{}, domain.Within(partField(i), err)
		}
	}
	if head, err := d.Log.Store().Head(ctx); err == nil {
		d.Wait(ctx, head)
	}
	for _, row := range rows {
		row, err := d.rows().Dispute(ctx, row.ID)
		if err != nil {
			return Deduction{}, err
		}
		done.Disputes = append(done.Disputes, row.ForAdmin())
	}
	return done, nil
}

func partField(i int) string { return "disputes[" + strconv.Itoa(i) + "]" }

func fileField(i int) string { return "files[" + strconv.Itoa(i) + "]" }

// Describe says in a sentence what a deduction takes, for a second administrator.
func (c DeductionCmd) Describe() string {
	parts := make([]string, len(c.Disputes))
	for i, part := range c.Disputes {
		parts[i] = fmt.Sprintf("%s of dispute %d", part.Amount, part.DisputeID)
	}
	return fmt.Sprintf("split the deduction %q of %s rupiah over disputes: %s", c.Reference, c.Amount, strings.Join(parts, ", "))
}
