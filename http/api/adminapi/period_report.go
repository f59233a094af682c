package adminapi

import (
	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

// getPeriodReport answers with the sums of all clients and a page of the
// clients, or a CSV file with all of them.
func (a *Admin) getPeriodReport(c *gin.Context, params GetPeriodReportParams) {
	ctx := c.Request.Context()
	in, err := a.Balances.PeriodRange(ctx, params.Month, params.From, params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	report, err := a.Balances.Period(ctx, in)
	total, offset := int64(len(report.Clients)), int64(params.Page-1)*int64(params.PerPage)
	if params.Format != "csv" {
		report.Clients = report.Clients[min(total, offset):min(total, offset+int64(params.PerPage))]
	}
	if err == nil {
		report.Clients, err = a.Balances.NameClients(ctx, report.Clients)
	}
	switch {
	case err != nil:
		envelope.Fail(c, err)
	case params.Format == "csv":
		days := a.Balances.Calendar
		envelope.Download(c, "period-report-"+days.DayOf(report.From)+"-"+days.DayOf(report.To)+".csv", contentCSV, report.CSV)
	default:
		envelope.RespondList(c, report, params.Shown(), total, nil)
	}
}
