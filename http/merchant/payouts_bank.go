package merchant

import (
	"context"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/settings"
	"gateway/eventstore"
)

// checkBankAccount makes sure that the order names an account at an active bank
// channel, and writes the bank's code. Whether it names one at all is the
// aggregate's to say.
func (a *API) checkBankAccount(ctx context.Context, o *balance.Order) error {
	if o.Norek == "" && o.Bank == "" {
		return nil
	}
	if o.Norek == "" || o.Bank == "" {
		return domain.InvalidField(missingOf(o), "is required: norek and bank go together")
	}
	b, err := a.activeBank(ctx, o.Bank)
	if err != nil {
		return err
	}
	o.Bank = b.Code
	return b.CheckAccount(o.Norek)
}

func missingOf(o *balance.Order) string {
	if o.Norek == "" {
		return "norek"
	}
	return "bank"
}

// activeBank finds a bank by code or name among the active bank channels.
func (a *API) activeBank(ctx context.Context, codeOrName string) (bank.Bank, error) {
	b, known := bank.Find(codeOrName)
	if !known {
		return b, domain.InvalidField("bank", "is not one of the bank channels")
	}
	channels, _, err := eventstore.Load(ctx, a.Log, settings.Banks, settings.Banks.Stream(settings.BanksID))
	if err != nil {
		return b, err
	}
	if !channels.Active(b.Code) {
		return b, domain.InvalidField("bank", "is not an active bank channel")
	}
	return b, nil
}
