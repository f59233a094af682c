package simulator

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

// Bill is a payment at a simulated company, as the customer's page shows it.
type Bill struct {
	// Product and ID are the end of the page's address: a key of pageProducts, such as qr-codes, and the company's id.
	Product, ID string
	// Reference is the merchant's, ChannelCode the bank or wallet. Code is the number of a virtual account or the text
	// of a QR code, Name the customer's name of a virtual account.
	Reference, ChannelCode, Code, Name string
	Amount                             decimal.Decimal
	CreatedAt, ExpiresAt               time.Time
	// Ended says that it can't be paid any more, although it is not paid.
	Ended bool
	// PaidAt is zero if it is not paid.
	PaidAmount decimal.Decimal
	PaidAt     time.Time
	PaymentID  string
	SuccessURL string
}

// Bills are the payments of another simulated company than that of a Simulator. Errors: ErrNotFound, ErrState.
type Bills interface {
	Bill(product, id string) (Bill, error)
	// Pay pays an open bill; a nil amount means what is due. Expire ends one.
	Pay(b Bill, amount *decimal.Decimal) error
	Expire(b Bill) error
}

// BillPages serves the customers' pages of another company, at prefix/{product}/{id}. order is Options.Order.
func BillPages(prefix string, of Bills, order func(ctx context.Context, reference string) Order, log logrus.FieldLogger) http.Handler {
	mux := http.NewServeMux()
	pages{
		prefix: prefix, now: time.Now, log: log,
		find: func(_ context.Context, product, id string) (payment, error) {
			for path, name := range pageProducts {
				if name == product {
					b, err := of.Bill(path, id)
					return b.payment(), err
				}
			}
			return payment{}, ErrNotFound
		},
		order: func(ctx context.Context, p payment) Order {
			known := order(ctx, p.ExternalID)
			known.Merchant, known.Reference = cmp.Or(known.Merchant, sandboxMerchant), cmp.Or(known.Reference, p.ExternalID)
			return known
		},
		pay: func(_ context.Context, p payment, amount *decimal.Decimal, _ string) error {
			return of.Pay(billOf(p), amount)
		},
		expire: func(_ context.Context, p payment) error { return of.Expire(billOf(p)) },
	}.route(mux)
	return mux
}

func (b Bill) payment() payment {
	p := payment{
		ID: b.ID, Product: pageProducts[b.Product], ExternalID: b.Reference, ChannelCode: b.ChannelCode, Amount: b.Amount, Status: pending,
		Name: b.Name, Token: b.Code, SuccessURL: b.SuccessURL, CreatedAt: b.CreatedAt, PaymentID: b.PaymentID, PaidAmount: b.PaidAmount,
		PaidWith: b.ChannelCode,
	}
	if !b.ExpiresAt.IsZero() {
		p.ExpiresAt = &b.ExpiresAt
	}
	switch {
	case !b.PaidAt.IsZero():
		p.Status, p.PaidAt = paid, &b.PaidAt
	case b.Ended:
		p.Status = expired
	}
	return p
}

func billOf(p payment) Bill {
	b := Bill{
		ID: p.ID, Reference: p.ExternalID, ChannelCode: p.ChannelCode, Code: p.Token, Name: p.Name, Amount: p.Amount,
		CreatedAt: p.CreatedAt, SuccessURL: p.SuccessURL,
	}
	for path, name := range pageProducts {
		if name == p.Product {
			b.Product = path
		}
	}
	if p.ExpiresAt != nil {
		b.ExpiresAt = *p.ExpiresAt
	}
	return b
}

// OpenBills lists the newest payments that can be paid, at most limit of them.
func (s *Simulator) OpenBills(ctx context.Context, limit int) (bills []Bill, err error) {
	var open []payment
	err = s.DB.SelectContext(ctx, &open, `
		SELECT * FROM state.simulator_payments WHERE status = 'PENDING' AND (expires_at IS NULL OR expires_at > $1)
		ORDER BY created_at DESC, id LIMIT $2`, s.now(), limit)
	if err != nil {
		return nil, fmt.Errorf("simulator: list open payments: %w", err)
	}
	for _, p := range open {
		bills = append(bills, billOf(p))
	}
	return bills, nil
}

// Kind names the channel, for people.
func (b Bill) Kind() string {
	switch pageProducts[b.Product] {
	case va:
		return "Virtual account " + channelName(b.ChannelCode)
	case ewallet:
		return channelName(b.ChannelCode)
	case qris:
		return "QRIS"
	}
	return "Invoice"
}

// Rupiah formats the amount as the pages do.
func (b Bill) Rupiah() string { return rupiahText(b.Amount) }
