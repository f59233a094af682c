package paymentservice

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/domain/text"
	"gateway/eventstore"
	"gateway/http/service"

	"github.com/shopspring/decimal"
)

// Request asks for a payment.
type Request struct {
	Channel pricing.Channel
	// Amount is in rupiah.
	Amount decimal.Decimal
	// AppID may be nil when the client has only one app.
	AppID *int64
	// ExternalID is the client's own reference, or empty.
	ExternalID string
	// Metadata is the client's own JSON object, or nil.
	Metadata json.RawMessage
	// CallbackURL receives the callbacks of the payment. If it is empty, none are sent.
	CallbackURL string
	// CustomerName is shown by the bank of a virtual account and on an invoice.
	CustomerName string
	// CustomerPhone is for e-wallets. SuccessURL is where the customer returns to from an e-wallet or an
	// invoice.
	CustomerPhone string
	SuccessURL    string
	// FailureURL and Description are for invoices: where a customer who did not pay is sent, and what the
	// page says the invoice is for.
	FailureURL  string
	Description string
	// ExpiresAt is until when the payment can be paid; nil for the channel's own time. pricing.Channel.CheckExpiry has the limits.
	ExpiresAt *time.Time
	// Replaces is the transaction_id of the client's older payment that this one replaces, or empty.
	Replaces string
}

// Request requests a payment for the creation's client, and opens it at the provider (API reference:
// Payments). Its errors are those of service.Create, pricing.Channel.CheckAmount, account.State.MayUseKey and
// App, payment.StartChain and payment.Request; provider_refused, also when no connection could be reached so that
// certainly nothing was made; and provider_unknown when the provider did not answer.
func (p Payments) Request(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Transaction, Prefix: "INV"}
	creation.Invalid = domain.Together(creation.Invalid, r.check())
	return service.Create(ctx, p.Core, creation, reserve, p.findRequested,
		func(ctx context.Context, reserved service.Reserved) (Created, error) {
			order, err := p.orderOf(ctx, creation.ClientID, reserved.ID, r)
			if err != nil {
				return Created{}, err
			}
			requested, err := p.request(ctx, reserved.Reference, order)
			if err != nil {
				return Created{}, err
			}
			return p.open(ctx, requested, order.merchant)
		})
}

// request appends the request. It uses the first transaction_id, counting up from this one, that no other
// payment has.
func (p Payments) request(ctx context.Context, transactionID string, o order) (eventstore.Outcome[payment.State], error) {
	return service.ClaimReference(transactionID, payment.ErrTaken, func(transactionID string) (eventstore.Outcome[payment.State], error) {
		o.TransactionID = transactionID
		if err := p.route(ctx, &o.RequestCmd); err != nil {
			return eventstore.Outcome[payment.State]{}, err
		}
		return eventstore.Execute(ctx, p.Log, payment.Aggregate, payment.Stream(transactionID), func(s payment.State) ([]domain.Event, error) {
			if o.chain != "" {
				return payment.RequestReplacing(s, o.RequestCmd, o.chain, o.replaces)
			}
			return payment.Request(s, o.RequestCmd)
		}, eventstore.ExpectNew)
	})
}

// findRequested finds the payment that an earlier attempt with the same key requested, and opens it at the
// provider if it is not open yet.
func (p Payments) findRequested(ctx context.Context, reserved service.Reserved) (Created, bool, error) {
	found, err := service.ClaimReference(reserved.Reference, payment.ErrTaken,
		func(transactionID string) (eventstore.Outcome[payment.State], error) {
			return eventstore.Execute(ctx, p.Log, payment.Aggregate, payment.Stream(transactionID), func(s payment.State) ([]domain.Event, error) {
				if s.Exists() && s.ID != reserved.ID {
					return nil, payment.ErrTaken
				}
				return nil, nil
			})
		})
	if err != nil || !found.State.Exists() {
		return Created{}, false, err
	}
	owner, _, err := eventstore.Load(ctx, p.Log, account.Aggregate, account.Stream(found.State.ClientID))
	if err != nil {
		return Created{}, false, err
	}
	created, err := p.open(ctx, found, owner.Profile.Name)
	return created, true, err
}

// order is a payment to request, with a field that only the provider gets.
type order struct {
	payment.RequestCmd
	// chain is the chain of the payment that this one replaces. Both are empty when there is none.
	chain, replaces string
	// merchant is the merchant's name, which is shown to the customer.
	merchant string
}

// orderOf adds to a request the facts of other aggregates: the account's status and app, and the rates in
// force.
func (p Payments) orderOf(ctx context.Context, clientID, id int64, r Request) (order, error) {
	if r.Channel.Kind.Traits().Returns {
		r.SuccessURL = cmp.Or(r.SuccessURL, p.PagesURL+"/thanks")
	}
	owner, _, err := eventstore.Load(ctx, p.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return order{}, err
	}
	if err := owner.MayUseKey(); err != nil {
		return order{}, err
	}
	app, err := owner.App(r.AppID)
	if err != nil {
		return order{}, err
	}
	table, _, err := eventstore.Load(ctx, p.Log, pricing.Aggregate, pricing.Stream())
	if err != nil {
		return order{}, err
	}
	rates := ratesFor(r.Channel, table.Rates(), app.Fees)
	chain, err := p.startChain(ctx, clientID, r.Replaces)
	if err != nil {
		return order{}, err
	}
	exempt, err := p.IsVATExempt(ctx, clientID)
	if err != nil {
		return order{}, err
	}
	quote := pricing.Compute(r.Amount, rates[r.Channel.Code], p.VATRate, true)
	if exempt {
		quote = pricing.ComputeExempt(r.Amount, rates[r.Channel.Code], p.VATRate)
	}
	now := p.Now()
	expiresAt, err := p.expiresAt(r, now)
	if err != nil {
		return order{}, err
	}
	return order{
		RequestCmd: payment.RequestCmd{
			Identity: payment.Identity{
				ID: id, ExternalID: r.ExternalID, ClientID: clientID, AppID: app.ID,
				Channel: string(r.Channel.Kind), ChannelCode: r.Channel.Code, Amount: r.Amount,
				Metadata: r.Metadata, CallbackURL: r.CallbackURL,
			},
			CustomerName: r.CustomerName, CustomerPhone: r.CustomerPhone, SuccessURL: r.SuccessURL,
			FailureURL: r.FailureURL, Description: r.Description,
			Rates: rates, HoldUntilSettled: p.heldUntilSettled(rates), VATRate: p.VATRate, VATExempt: exempt,
			Fee: quote.Fee, VAT: quote.VAT, Net: quote.Net,
			ExpiresAt: expiresAt, At: now,
		},
		merchant: owner.Profile.Name, chain: chain, replaces: r.Replaces,
	}, nil
}

// ovo is the e-wallet that sends a prompt to the customer's phone and has no page.
const ovo = "OVO"

// check refuses, with invalid_field, an amount that the channel does not accept, and a phone number that is
// malformed or missing for OVO, all at once. It uses no other facts. If the channel is unknown, it only
// checks the phone.
func (r Request) check() error {
	var amount, phone error
	if r.Channel.Code != "" {
		amount = r.Channel.CheckAmount(r.Amount)
	}
	switch {
	case r.Channel.Code == ovo && r.CustomerPhone == "":
		phone = domain.InvalidField("customer_phone", "is required for OVO")
	case r.CustomerPhone != "":
		_, phone = text.Phone("customer_phone", r.CustomerPhone)
	}
	return domain.Together(amount, phone)
}

// ratesFor selects the rates that the payment records: the channel's rate or, for an invoice, the rates of
// all channels, because it can be paid with each. An app's own rate wins.
func ratesFor(channel pricing.Channel, table, ofApp map[string]pricing.Rate) map[string]pricing.Rate {
	rates := make(map[string]pricing.Rate)
	for _, c := range pricing.Channels() {
		if !channel.Kind.Traits().AnyChannel && c.Code != channel.Code {
			continue
		}
		rates[c.Code] = table[c.Code]
		if own, ok := ofApp[c.Code]; ok {
			rates[c.Code] = own
		}
	}
	return rates
}

func (p Payments) heldUntilSettled(rates map[string]pricing.Rate) []string {
	var codes []string
	for _, code := range p.HoldUntilSettled {
		if _, ok := rates[code]; ok {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// expiresAt is when the payment ends: the time that the client chose or, without one, the configured time or the channel's
// own. It is checked here, and not with the other fields, because a retry may come when the chosen time is near.
func (p Payments) expiresAt(r Request, now time.Time) (time.Time, error) {
	channel := r.Channel
	if configured, ok := p.Expiry[channel.Code]; ok {
		channel.Expiry = configured
		if channel.Longest > 0 {
			channel.Longest = max(channel.Longest, configured)
		}
	}
	if r.ExpiresAt == nil {
		return now.Add(channel.Expiry), nil
	}
	return r.ExpiresAt.UTC(), channel.CheckExpiry(*r.ExpiresAt, now)
}
