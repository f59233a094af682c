package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/domain/treasury"
	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/http/service/treasuryservice"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// EnterTreasury is POST /admin/treasury.
func (a *Admin) EnterTreasury(c *gin.Context) {
	envelope.HandleCreation(c, 0, a.parseTreasury,
		func(ctx context.Context, creation service.Creation, r TreasuryRequest) (service.Created, error) {
			return a.Acts.EnterTreasury(ctx, creation, treasuryservice.Request{
				Kind: r.Kind, Amount: r.Amount.Value, ValueDate: r.ValueDate, Reference: r.Reference, Note: r.Note, From: r.From, To: r.To,
			})
		})
}

func (a *Admin) parseTreasury(body []byte) (TreasuryRequest, error) {
	r, err := envelope.Parse[TreasuryRequest](body)
	return r, domain.Together(err, treasury.EnterCmd{
		Kind: r.Kind, Amount: r.Amount.Value, ValueDate: r.ValueDate, Reference: r.Reference, From: r.From, To: r.To, At: a.Balances.Now(),
	}.Check())
}

// ListTreasury is GET /admin/treasury.
func (a *Admin) ListTreasury(c *gin.Context, params ListTreasuryParams) {
	in, err := books.Between(a.Balances.Calendar, "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	shown := readtable.Page{Number: page.Number, PerPage: page.PerPage}
	rows, total, err := a.Queries.TreasuryEntries(c.Request.Context(), in.From, in.To, shown)
	envelope.RespondList(c, rows, page, total, err)
}
