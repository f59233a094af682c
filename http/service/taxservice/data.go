// Package taxservice implements the use cases of the tax on fees: the tax data of a client, the fee invoices of closed
// months, and the files for the tax office. Package domain/tax decides.
//
// The amounts of a draft are sums of the read models, over what was booked; from its export on the log holds them.
package taxservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/balancerows"
)

// Rows has the fees that clients were charged. *readmodel.Queries implements it.
type Rows interface {
	// FeeCharges returns the fees of all clients from one full hour to another, by client and rate.
	FeeCharges(ctx context.Context, from, until time.Time) ([]balancerows.FeeCharge, error)
	// FeeChargesOf is FeeCharges for one client.
	FeeChargesOf(ctx context.Context, clientID int64, from, until time.Time) ([]balancerows.FeeCharge, error)
	// FeeMonths returns the hours of the first and the last fee of a client; ok is false if there is none.
	FeeMonths(ctx context.Context, clientID int64) (first, last time.Time, ok bool, err error)
}

// Tax implements the use cases.
type Tax struct {
	*service.Core
	Rows   Rows
	Rules  tax.Rules
	File   tax.FileRules
	Seller tax.Seller
	// Withholding limits what slips of income tax count, by the fees of an invoice.
	Withholding balance.SlipRules
}

// ClientData is the tax data of a client, as an answer shows it.
type ClientData struct {
	ClientID int64 `json:"client_id"`
	tax.Data
	// ExemptFrom is the first day of the exemption that is in force, or else of the next one, ExemptionPaper the paper that says
	// so; both null if there is none.
	ExemptFrom     *string `json:"exempt_from"`
	ExemptionPaper *string `json:"exemption_paper"`
	// Exemptions are those that have not ended, by their first days. Each follows on the one before it.
	Exemptions []tax.Exemption `json:"exemptions"`
	// Missing lists the fields that a fee invoice needs.
	Missing []string `json:"missing"`
}

func (t Tax) shown(clientID int64, s tax.Client) ClientData {
	e := s.Exemption(t.Calendar.DayOf(t.Now()))
	return ClientData{
		ClientID: clientID, Data: s.Data(), ExemptFrom: service.NilIfEmpty(e.From),
		ExemptionPaper: service.NilIfEmpty(e.Paper), Exemptions: append([]tax.Exemption{}, s.Exemptions...),
		Missing: append([]string{}, s.Data().Missing()...),
	}
}

// Data returns the tax data of a client.
func (t Tax) Data(ctx context.Context, clientID int64) (ClientData, error) {
	s, _, err := eventstore.Load(ctx, t.Log, tax.Clients, tax.ClientStream(clientID))
	return t.shown(clientID, s), err
}

// DataOf is Data for staff. Refusal: client_not_found.
func (t Tax) DataOf(ctx context.Context, clientID int64) (ClientData, error) {
	if err := t.known(ctx, clientID); err != nil {
		return ClientData{}, err
	}
	return t.Data(ctx, clientID)
}

func (t Tax) known(ctx context.Context, clientID int64) error {
	owner, _, err := eventstore.Load(ctx, t.Log, account.Aggregate, account.Stream(clientID))
	if err == nil && !owner.Exists {
		err = owner.MayAct()
	}
	return err
}

// ChangeData changes the tax data of a client. Its refusals are those of tax.ChangeData.
func (t Tax) ChangeData(ctx context.Context, clientID int64, data tax.Data) (ClientData, error) {
	out, err := service.Execute(ctx, t.Core, tax.Clients, tax.ClientStream(clientID), func(s tax.Client) ([]domain.Event, error) {
		return tax.ChangeData(s, clientID, data, service.Actor(ctx), t.Now())
	})
	return t.shown(clientID, out.State), err
}

// SetExemption frees a client's fees from VAT, or ends that. Its refusals are client_not_found and those of
// tax.SetExemption.
func (t Tax) SetExemption(ctx context.Context, clientID int64, exemption tax.Exemption) (ClientData, error) {
	if err := t.known(ctx, clientID); err != nil {
		return ClientData{}, err
	}
	out, err := service.Execute(ctx, t.Core, tax.Clients, tax.ClientStream(clientID), func(s tax.Client) ([]domain.Event, error) {
		return tax.SetExemption(s, clientID, exemption, service.Actor(ctx), t.Now())
	})
	return t.shown(clientID, out.State), err
}
