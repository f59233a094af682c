package adminapi

import (
	"context"
	"io"
	"time"

	"gateway/http/api/envelope"
	"gateway/http/service/agingservice"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

// getReceivablesAging answers with what clients owe by age, with a page of the clients, or with a CSV file.
func (a *Admin) getReceivablesAging(c *gin.Context, params GetReceivablesAgingParams) {
	a.answerAging(c, params, "receivables-aging.csv", a.Ages.Receivables)
}

// getSuspenseAging answers with the money in suspense by age, with a page of the clients, or with a CSV file.
func (a *Admin) getSuspenseAging(c *gin.Context, params GetSuspenseAgingParams) {
	a.answerAging(c, GetReceivablesAgingParams(params), "suspense-aging.csv", a.Ages.Suspense)
}

func (a *Admin) answerAging(
	c *gin.Context, params GetReceivablesAgingParams, name string, read func(ctx context.Context, at time.Time) (agingservice.Report, error),
) {
	at, err := a.Ages.Moment(c.Request.Context(), "at", params.At, true)
	var report agingservice.Report
	if err == nil {
		report, err = read(c.Request.Context(), at)
	}
	switch total, offset := int64(len(report.Clients)), int64(params.Page-1)*int64(params.PerPage); {
	case err != nil:
		envelope.Fail(c, err)
	case params.Format == "csv":
		envelope.Download(c, name, contentCSV, func(out io.Writer) error {
			w := sheet.NewWriter(out)
			if err := report.CSV(w); err != nil {
				return err
			}
			w.Flush()
			return w.Error()
		})
	default:
		report.Clients = report.Clients[min(total, offset):min(total, offset+int64(params.PerPage))]
		envelope.RespondList(c, report, params.Shown(), total, nil)
	}
}
