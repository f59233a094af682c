package adminapi

import (
	"context"

	"gateway/http/service/bankstatementservice"
	"gateway/projections/readmodel/bankrows"

	"github.com/gin-gonic/gin"
)

func (a *Admin) importBankStatement(ctx context.Context, r BankStatementRequest) (bankstatementservice.Imported, error) {
	return a.BankStatements.Import(ctx, bankstatementservice.File{Name: r.Name, Content: r.Content, Account: r.Account, Year: r.Year})
}

// listBankDays answers with the days, or with a CSV file of them.
func (a *Admin) listBankDays(c *gin.Context, p ListBankDaysParams) {
	days, err := a.BankStatements.Days(c.Request.Context(), p.From, p.To)
	respondCSV(c, p.Format, "bank-days.csv", days, err)
}

func (a *Admin) bankLines(ctx context.Context, p ListBankLinesParams) ([]bankrows.Line, int64, error) {
	return a.BankStatements.Lines(ctx, p.Day, p.Status, p.Shown())
}

func (a *Admin) bankBookings(ctx context.Context, p ListBankBookingsParams) ([]bankrows.Booking, int64, error) {
	return a.BankStatements.Bookings(ctx, p.Shown())
}

func (a *Admin) matchBankLine(ctx context.Context, id BankLineID, r BankMatchRequest) (bankstatementservice.LineToClear, error) {
	return a.BankStatements.Match(ctx, id, bankstatementservice.Match{BookingID: r.BookingID, Reason: r.Reason})
}
