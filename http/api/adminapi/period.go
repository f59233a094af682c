package adminapi

import (
	"context"
	"io"

	"gateway/domain/period"
	"gateway/http/api/envelope"
	"gateway/http/service/periodservice"

	"github.com/gin-gonic/gin"
)

// closePeriod closes a month, or asks for the approval of it.
func (a *Admin) closePeriod(ctx context.Context, name PeriodName, r ClosePeriodRequest) (any, error) {
	request := periodservice.Request{Period: name, Accepted: []period.Accepted{}}
	for _, f := range r.Findings {
		request.Accepted = append(request.Accepted, period.Accepted{Finding: f.Name, Reason: f.Reason})
	}
	return a.Acts.ClosePeriod(ctx, request)
}

// getPeriodPackage answers with the auditor's package of a closed month. It refuses the months that getPeriodStatement refuses.
func (a *Admin) getPeriodPackage(c *gin.Context, name PeriodName) {
	var write func(out io.Writer) error
	_, err := a.Periods.Closed(c.Request.Context(), name)
	if err == nil {
		write, err = a.Packages.Archive(c.Request.Context(), name)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Download(c, "package-"+name+".zip", contentZIP, write)
}

const contentZIP = "application/zip"

// getPeriodStatement answers with the signed statement of a closed month, a CSV file.
func (a *Admin) getPeriodStatement(c *gin.Context, name PeriodName) {
	write, err := a.Periods.Statement(c.Request.Context(), name)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Download(c, "period-"+name+".csv", contentCSV, write)
}
