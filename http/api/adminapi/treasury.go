package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/domain/treasury"
	"gateway/http/api/envelope"
	"gateway/http/service/treasuryservice"
	"gateway/projections/readmodel/balancerows"
)

func (a *Admin) parseTreasury(body []byte) (treasuryservice.Request, error) {
	r, err := envelope.Parse[TreasuryRequest](body)
	request := treasuryservice.Request{
		Kind: r.Kind, Connection: r.Connection, Amount: r.Amount.Value, ValueDate: r.ValueDate, Reference: r.Reference,
		Note: r.Note, From: r.From, To: r.To,
	}
	return request, domain.Together(err, treasury.EnterCmd{
		Kind: r.Kind, Connection: r.Connection, Amount: r.Amount.Value, ValueDate: r.ValueDate, Reference: r.Reference,
		From: r.From, To: r.To, At: a.Balances.Now(),
	}.Check())
}

func (a *Admin) treasury(ctx context.Context, p ListTreasuryParams) ([]balancerows.TreasuryEntry, int64, error) {
	in, err := a.Balances.Between(ctx, "from", p.From, "to", p.To)
	if err != nil {
		return nil, 0, err
	}
	return a.Queries.TreasuryEntries(ctx, in.From, in.To, p.Shown())
}
