package adminapi

import (
	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

// GetPeriodReport is GET /admin/period-report: the sums of all clients with a page of the
// clients, or a CSV file with all of them.
func (a *Admin) GetPeriodReport(c *gin.Context, params GetPeriodReportParams) {
	ctx := c.Request.Context()
	in, err := a.Balances.PeriodRange(params.Month, params.From, params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	report, err := a.Balances.Period(ctx, in)
	page, total := envelope.Page{Number: params.Page, PerPage: params.PerPage}, int64(len(report.Clients))
	if params.Format != "csv" {
		report.Clients = report.Clients[min(total, page.Offset()):min(total, page.Offset()+int64(page.PerPage))]
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
		envelope.List(c, report, page, total)
	}
}
