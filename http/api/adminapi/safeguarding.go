package adminapi

import (
	"io"

	"gateway/http/api/envelope"
	"gateway/http/api/statementfile"
	"gateway/http/service/safeguardservice"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

// listSafeguarding answers with a page of days, newest first, or with a CSV file of all of them.
func (a *Admin) listSafeguarding(c *gin.Context, params ListSafeguardingParams) {
	ctx, in := c.Request.Context(), safeguardservice.Range{From: params.From, To: params.To}
	if params.Format != "csv" {
		days, total, err := a.Safeguarding.Days(ctx, in, params.Shown())
		envelope.RespondList(c, days, params.Shown(), total, err)
		return
	}
	if err := a.Safeguarding.CheckFile(ctx, in); err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Download(c, "safeguarding.csv", contentCSV, func(out io.Writer) error {
		w := sheet.NewWriter(out)
		write, err := safeguardservice.WriteDays(w)
		if err == nil {
			err = a.Safeguarding.AllDays(ctx, in, write)
		}
		if err == nil {
			w.Flush()
			err = w.Error()
		}
		return err
	})
}

// getSafeguardingStatement answers with the signed file of a day that is over.
func (a *Admin) getSafeguardingStatement(c *gin.Context, day Day) {
	d, err := a.Safeguarding.Closed(c.Request.Context(), day)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Download(c, "safeguarding-"+d.Day+".csv", contentCSV, func(out io.Writer) error {
		return statementfile.WriteSigned(out, a.Balances.SigningKey(), safeguardservice.ProofColumns(), d.CSV)
	})
}
