package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/filebody"
	"gateway/http/api/listing"
	"gateway/http/service/withholdingservice"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/gin-gonic/gin"
)

func (a *API) listWithholdingSlips(c *gin.Context, p ListWithholdingSlipsParams) {
	filter := withholdingrows.Filter{ClientID: auth.ClientID(c), Status: p.Status}
	request := listing.Request{Name: "withholding slips", Filter: filter, Page: p.Shown(), After: p.After}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]withholdingrows.Slip, int64, error) {
		return a.Queries.WithholdingSlips(ctx, filter, page)
	})
}

func parseWithholdingSlip(body []byte) (withholdingservice.Request, error) {
	r, err := envelope.Parse[WithholdingSlipRequest](body)
	if err != nil {
		return withholdingservice.Request{}, err
	}
	content, err := filebody.Content("file.content", r.File.Content)
	return withholdingservice.Request{
		Number: r.Number, Period: r.Period, Date: r.SlipDate, Gross: r.Gross.Value, Tax: r.Tax.Value,
		FileName: r.File.Name, FileType: r.File.Type, Content: content,
	}, err
}

// getWithholdingSlipFile answers with the file of the client's slip.
func (a *API) getWithholdingSlipFile(c *gin.Context, number SlipNumber) {
	row, err := a.Slips.Find(c.Request.Context(), auth.ClientID(c), number)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	content, err := a.Slips.File(c.Request.Context(), row)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filebody.Send(c, row.File, content)
}
