package console

import (
	"fmt"
	"net/http"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAWrongFilterOfStaffIsNamedAsItsPageNamesIt(t *testing.T) {
	t.Parallel()
	m, v := harness.NewMerchant(t), staff(t, "admin")
	client := fmt.Sprintf("/clients/%d", m.ID)
	for path, says := range map[string]string{
		"/transactions?since=2026-13":              "“since”: is no filter of this list",
		"/transactions?amount=abc":                 "“amount”: is no filter of this list",
		"/transactions?from=2026-13-01":            "“From”: must be a day, such as 2026-01-31",
		"/transactions?after=zzz":                  "“Place in the list”: is no place in this list",
		"/transactions?client_id=toko":             "“Client no.”: must be",
		"/withdrawals?client_id=-1":                "“Client no.”: must be",
		"/callbacks?status=xyz":                    "“Status”: choose one of the list",
		"/tickets?status=xyz":                      "“Status”: choose one of the list",
		"/clients?trouble=xyz":                     "“Trouble”: choose one of the list",
		"/clients?after=zzz":                       "“Place in the list”: is no place in this list",
		"/suspense?after=0":                        "“Place in the list”: is no place in this list",
		"/audit-log?to=yesterday":                  "“To”: must be a day, such as 2026-01-31",
		"/treasury?from=x":                         "“From”: must be a day, such as 2026-01-31",
		"/period-report?month=2026-13":             "“Month”: must be a month such as 2026-01",
		"/period-report?from=x&to=2026-01-01":      "“From”: must be a day, such as 2026-01-31",
		"/trial-balance?at=garbage":                "“At”: must be a moment, such as 2026-01-31T15:04",
		"/trial-balance?since=2026-13":             "“Compared with”: must be a moment, such as 2026-01-31T15:04",
		client + "/balance?at=garbage":             "“At”: must be a moment, such as 2026-01-31T15:04",
		client + "/balance?since=2026-13":          "“Compared with”: must be a moment, such as 2026-01-31T15:04",
		client + "/balance?after=zzz":              "“Place in the list”: is no place in this list",
		client + "/statement?month=2026-13":        "“Month”: must be a month such as 2026-01",
		"/log?after=zzz":                           "“Place in the list”: is no place in this list",
		"/log?client_id=toko":                      "“Client no.”: must be",
		"/reversals?status=posted&client_id=seven": "“client_id”: is no filter of this list",
	} {
		t.Run(path, func(t *testing.T) { v.get(t, "/console"+path).is(t, http.StatusBadRequest).says(t, says) })
	}
}
