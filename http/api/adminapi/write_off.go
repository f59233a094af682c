package adminapi

import (
	"context"
	"io"

	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/agingservice"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

// listWriteOffs answers with a page of write-offs, newest first, or with a CSV file of all of them.
func (a *Admin) listWriteOffs(c *gin.Context, p ListWriteOffsParams) {
	ctx := c.Request.Context()
	asked := agingservice.WriteOffRange{ClientID: p.ClientID, Status: p.Status, From: p.From, To: p.To}
	filter, err := a.Ages.WriteOffFilter(ctx, asked)
	switch {
	case err != nil:
		envelope.Fail(c, err)
	case p.Format == "csv":
		envelope.Download(c, "write-offs.csv", contentCSV, func(out io.Writer) error {
			w := sheet.NewWriter(out)
			if err := a.Ages.WriteOffsCSV(ctx, filter, w); err != nil {
				return err
			}
			w.Flush()
			return w.Error()
		})
	default:
		listing.Answer(c, a.Cursors, listing.Request{Name: "write-offs", Filter: asked, Page: p.Shown(), After: p.After},
			func(ctx context.Context, page readtable.Page) ([]balancerows.WriteOff, int64, error) {
				return a.Ages.WriteOffs(ctx, filter, page)
			})
	}
}

func writeOffOwner(w *agingservice.WriteOff) (int64, *string) { return w.ClientID, &w.ClientName }
