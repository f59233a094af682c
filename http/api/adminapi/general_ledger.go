package adminapi

import (
	"encoding/json"
	"io"

	"gateway/http/api/envelope"
	"gateway/projections/audit/books"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

// getGeneralLedger answers with the CSV file of the accounts by day or month.
func (a *Admin) getGeneralLedger(c *gin.Context, params GetGeneralLedgerParams) {
	periods, err := a.Balances.LedgerPeriods(c.Request.Context(), params.From, params.To, params.By)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	name := "general-ledger-" + periods[0].Name + "-" + periods[len(periods)-1].Name + ".csv"
	envelope.Download(c, name, contentCSV, func(out io.Writer) error {
		w := sheet.NewWriter(out)
		write, err := books.LedgerCSV(w)
		if err == nil {
			err = a.Balances.GeneralLedger(c.Request.Context(), periods, write)
		}
		if err == nil {
			w.Flush()
			err = w.Error()
		}
		return err
	})
}

// getAccurateJournals answers with the file of journal vouchers of a month. It is made before the first byte, so that
// an account without a number is an error and no half of a file.
func (a *Admin) getAccurateJournals(c *gin.Context, month string) {
	journals, err := a.Balances.Journals(c.Request.Context(), month)
	var file []byte
	if err == nil {
		file, err = json.MarshalIndent(journals, "", "  ")
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Download(c, "accurate-"+month+".json", "application/json", func(out io.Writer) error {
		_, err := out.Write(append(file, '\n'))
		return err
	})
}
