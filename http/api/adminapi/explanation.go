package adminapi

import (
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/searchrows"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

func (a *Admin) getWhyOfAny(c *gin.Context, id SubjectName) {
	if err := a.mayAskAbout(c, id); err != nil {
		envelope.Fail(c, err)
		return
	}
	answer, err := a.Stories.Why(c.Request.Context(), id, 0)
	envelope.Respond(c, answer.Show(a.Balances.Calendar), err)
}

// mayAskAbout answers readtable.ErrNotFound for a subject that the role may not read: slips are tax data, write-offs are in the books.
func (a *Admin) mayAskAbout(c *gin.Context, name string) error {
	needs := map[string]string{story.KindSlip: "read_tax", story.KindWriteOff: "books"}[story.Parse(name).Kind]
	if needs != "" && !auth.AdminRoles.May(a.caller(c).Role, needs) {
		return readtable.ErrNotFound
	}
	return nil
}

func (a *Admin) getTimelineOfAny(c *gin.Context, id SubjectName, params GetTimelineOfAnyParams) {
	a.timeline(c, id, 0, story.Part{After: params.After, Limit: params.Limit})
}

// timeline answers with a part of a subject's timeline and with what the subject waits for. clientID is the
// client that must own the subject; 0 admits any.
func (a *Admin) timeline(c *gin.Context, name string, clientID int64, part story.Part) {
	if err := a.mayAskAbout(c, name); err != nil {
		envelope.Fail(c, err)
		return
	}
	timeline, err := a.Stories.Told(c.Request.Context(), name, clientID, part, a.Balances.Calendar)
	envelope.Respond(c, timeline, err)
}

func (a *Admin) searchAll(c *gin.Context, params SearchAllParams) {
	role := a.caller(c).Role
	ctx := c.Request.Context()
	f := searchrows.SearchFilter{
		Tickets: auth.AdminRoles.May(role, "read_support"), Slips: auth.AdminRoles.May(role, "read_tax"), Customers: seesCustomers(ctx),
	}
	hits, err := a.Queries.Search(ctx, params.Q, f)
	if err == nil {
		err = paymentrows.NameOrders(ctx, a.Queries, hits, f.Customers, hitOrder)
	}
	envelope.Respond(c, hits, nameClients(ctx, a, hits, hitOwner, err))
}
