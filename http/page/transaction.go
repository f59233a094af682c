package page

import (
	"net/url"
	"strings"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/story"

	"github.com/shopspring/decimal"
)

// Amount is an amount as the API returns it.
type Amount = decimal.Decimal

// Last is the last part of a thing's name: 17 of withdrawals/17.
func Last(name string) string {
	name, err := url.PathUnescape(name)
	if err != nil {
		return ""
	}
	_, id, _ := strings.Cut(name, "/")
	return url.PathEscape(id)
}

// TransactionState shows the state of a transaction, or that its money is under review, with the reason.
func (c *Context) TransactionState(t paymentrows.Transaction) Cell {
	isWrong := t.PaidAmount != nil && !t.PaidAmount.Equal(t.Total)
	paidOf := func() string { return c.T(words.PaidOf, Rupiah(*t.PaidAmount).Text, Rupiah(t.Total).Text) }
	switch {
	case t.UnderReview && isWrong:
		return c.State(underReview).Noted(paidOf())
	case t.UnderReview:
		return c.State(underReview).Noted(c.T(words.PaidTwice))
	case isWrong:
		return c.State(t.Status).Noted(paidOf())
	case t.Status == payment.StatusExpired && t.ReplacedBy != nil:
		return c.State(t.Status).Noted(c.T(words.EndedReplaced))
	case t.Status == payment.StatusExpired && t.Cancelled:
		said := words.EndedCancelled
		if c.site != nil && c.site.OneClient {
			said = words.CancelledOwn
		}
		return c.State(t.Status).Noted(c.T(said, c.Time(t.UpdatedAt).Text))
	case t.Status == payment.StatusExpired && t.ExpiresAt != nil && t.UpdatedAt.Before(*t.ExpiresAt):
		return c.State(t.Status).Noted(c.T(words.EndedEarly, c.Time(t.UpdatedAt).Text))
	case t.Status == payment.StatusExpired && t.ExpiresAt != nil:
		return c.State(t.Status).Noted(c.T(words.NotPaidUntil, c.Time(*t.ExpiresAt).Text))
	case t.Status == payment.StatusFailed && t.Channel != paymentrows.ChannelRecorded:
		return c.State(t.Status).Noted(c.T(words.RefusedByProvider))
	}
	return c.State(t.Status)
}

// underReview is the word for money in suspense.
const underReview = "underReview"

// AddTransactionFile adds what only the file of a list of transactions has: amounts, and times as a spreadsheet reads
// them. It comes after the columns that the table has already.
func (c *Context) AddTransactionFile(t *Table, rows []paymentrows.Transaction) {
	t.FileColumns = append(t.FileColumns, c.Titles(words.Bank, words.VANumber, words.CustomerPhone, words.PaidAmount, words.Fee, words.VAT,
		words.StatusReason)...)
	t.FileColumns = append(t.FileColumns, c.LocalTitle(words.CreatedAt), c.LocalTitle(words.PaidAt), c.LocalTitle(words.ExpiresAt))
	for i, p := range rows {
		t.Rows[i].File = append(t.Rows[i].File, Plain(orEmpty(p.ChannelCode)), ID(p.ListedVANumber), Plain(p.CustomerPhone),
			RupiahOr(p.PaidAmount), RupiahOr(p.Fee), RupiahOr(p.VAT),
			Plain(c.TransactionState(p).Note), c.LocalTime(&p.CreatedAt), c.LocalTime(p.PaidAt), c.LocalTime(p.ExpiresAt))
	}
}

// TransactionFilters are the filters of lists of transactions.
func (c *Context) TransactionFilters() []Field {
	filters := append([]Field{
		{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, payment.Statuses()...)},
		{Name: "state", Label: c.T(words.Situation), Options: c.Choices(words.TransactionStates, paymentrows.TransactionStates()...)},
		{Name: "channel", Label: c.T(words.Channel), Options: c.Choices(words.Channels, "va", "ewallet", "qris", "invoice", "recorded")},
	}, c.DayFilters()...)
	for _, rare := range []Field{
		{Name: "only", Label: c.T(words.OnlyFilter), Options: c.Choices(words.OnlyRows, paymentrows.OnlyPayments, paymentrows.OnlyPaid)},
		{Name: "channel_code", Label: c.T(words.Bank)},
		{Name: "arrives_on", Label: c.T(words.ArrivesOn), Kind: "date"},
	} {
		if c.Query.Get(rare.Name) != "" { // a figure of an overview led here
			filters = append(filters, rare)
		}
	}
	filters = append(filters, c.AmountFilters()...)
	return append(filters, Field{Name: "q", Label: c.T(words.Search)})
}

// TransactionFigures are the figures of a transaction.
func (c *Context) TransactionFigures(t paymentrows.Transaction) Figures {
	return Figures{Figures: []Figure{
		{Label: c.T(words.Status), Value: c.TransactionState(t)},
		{Label: c.T(words.Gross), Value: Rupiah(t.Total)},
		{Label: c.T(words.Fee), Value: RupiahOr(t.Fee)},
		{Label: c.T(words.VAT), Value: RupiahOr(t.VAT)},
		{Label: c.T(words.Net), Value: RupiahOr(t.NetPayment)},
	}}
}

// TransactionDetails are the facts of a transaction. pathOf gives the page of another one, and reference
// names the client's own.
func (c *Context) TransactionDetails(
	t paymentrows.SingleTransaction, pathOf func(c *Context, transactionID string) string, reference words.Text,
) Details {
	d := Details{Title: c.T(words.Facts)}
	add := func(label words.Text, cell Cell) {
		if cell.Text != "" {
			d.Pairs = append(d.Pairs, Pair{c.T(label), cell})
		}
	}
	add(reference, ID(orEmpty(t.ExternalID)))
	add(words.CustomerName, Plain(t.CustomerName))
	add(words.CustomerPhone, Plain(t.CustomerPhone))
	d.Pairs = append(d.Pairs, []Pair{
		{c.T(words.Transaction), ID(t.TransactionID)},
		{c.T(words.Channel), Plain(c.channelOf(t.Transaction))},
		{c.T(words.CreatedAt), c.Time(t.CreatedAt)},
		{c.T(words.ExpiresAt), c.TimeOr(t.ExpiresAt)},
		{c.T(words.PaidAt), c.TimeOr(t.PaidAt)},
		{c.T(words.PaidAmount), RupiahOr(t.PaidAmount)},
	}...)
	add(words.VANumber, ID(orEmpty(t.VANumber)))
	if t.InvoiceURL != nil && *t.InvoiceURL != "" {
		add(words.InvoicePage, Plain(*t.InvoiceURL).To(*t.InvoiceURL))
	}
	if t.Replaces != nil {
		add(words.Replaces, ID(*t.Replaces).To(pathOf(c, *t.Replaces)))
	}
	if t.ReplacedBy != nil {
		add(words.Replaced, ID(*t.ReplacedBy).To(pathOf(c, *t.ReplacedBy)))
	}
	if t.ReversedAmount.IsPositive() {
		add(words.Reversed, Rupiah(t.ReversedAmount))
	}
	return d
}

// channelOf is the channel's word, followed by the bank or wallet if it has one.
func (c *Context) channelOf(t paymentrows.Transaction) string {
	code := orEmpty(t.ChannelCode)
	if strings.EqualFold(code, t.Channel) {
		code = ""
	}
	return strings.TrimSpace(c.Word(words.Channels, t.Channel) + " " + code)
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// KeepVANumber sets the virtual account number of a transaction from its timeline, because the API returns
// instructions only while a payment is open. Later pages of a long timeline do not have the number.
func KeepVANumber(t *paymentrows.SingleTransaction, told story.Timeline) {
	for _, e := range told.Entries {
		if number := DataOf(e.Detail).VANumber; t.VANumber == nil && number != "" {
			t.VANumber = &number
		}
	}
}

// AddCanceller adds to the facts of a payment who cancelled it, as its timeline says. Later pages of a long timeline say it only
// if the cancellation is on them.
func (c *Context) AddCanceller(d *Details, told story.Timeline) {
	for _, e := range told.Entries {
		if e.Type == (payment.Expired{}).EventType() && e.Reason == payment.ReasonCancelled {
			d.Pairs = append(d.Pairs, Pair{c.T(words.CancelledBy), Plain(c.actorText(e.Actor))})
		}
	}
}
