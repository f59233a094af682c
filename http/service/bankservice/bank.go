// Package bankservice implements the use cases of bank channels: to which banks payouts may go now. The list
// of banks and the form of their account numbers are in domain/bank.
package bankservice

import (
	"context"
	"strings"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/pricingrows"
)

// Channels implements the use cases for the bank channels.
type Channels struct{ *service.Core }

// Active finds a bank, by its code or name, whose channel is active. Refusal:
// invalid_field bank.
func (c Channels) Active(ctx context.Context, codeOrName string) (bank.Bank, error) {
	channels, _, err := eventstore.Load(ctx, c.Log, bank.Aggregate, bank.Stream())
	if err != nil {
		return bank.Bank{}, err
	}
	b, known := bank.Find(codeOrName)
	switch {
	case !known:
		return b, domain.UnknownCode("bank", channels.Codes())
	case !channels.Active(b.Code):
		return b, domain.InvalidField("bank", "%s is not active now, only %s", b.Code, strings.Join(channels.Codes(), ", "))
	}
	return b, nil
}

// Account refuses an account number that its bank, a code or a name, can't have, and a bank whose channel is not active. It
// returns the bank's code. The refusals name the fields norek and bank, with the prefix before them.
func (c Channels) Account(ctx context.Context, prefix, number, codeOrName string) (code string, err error) {
	switch {
	case number == "":
		return "", domain.InvalidField(prefix+"norek", "is required: norek and bank go together")
	case codeOrName == "":
		return "", domain.InvalidField(prefix+"bank", "is required: norek and bank go together")
	}
	found, err := c.Active(ctx, codeOrName)
	if err != nil {
		return "", domain.Prefixed(prefix, err)
	}
	return found.Code, domain.Prefixed(prefix, found.CheckAccount(number))
}

// Change opens or closes the channel of a bank, given by its code. The reason may be empty. Its refusals are
// those of bank.ChangeChannel.
func (c Channels) Change(ctx context.Context, code string, active bool, reason string) (pricingrows.BankChannel, error) {
	change := bank.ChangeChannelCmd{Code: code, Active: active, Reason: reason, By: service.Actor(ctx), At: c.Now()}
	_, err := service.Execute(ctx, c.Core, bank.Aggregate, bank.Stream(),
		func(s bank.State) ([]domain.Event, error) { return bank.ChangeChannel(s, change) })
	if err != nil {
		return pricingrows.BankChannel{}, err
	}
	return c.Queries.BankChannel(ctx, code)
}
