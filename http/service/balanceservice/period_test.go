package balanceservice_test

import (
	"testing"
	"time"

	"gateway/http/service"
	"gateway/http/service/balanceservice"
)

func TestAPeriodReportRefusesAMonthThatHasNotBegun(t *testing.T) {
	t.Parallel()
	b := &balanceservice.Balances{Core: &service.Core{Now: func() time.Time { return time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC) }}}
	for month, refused := range map[string]bool{"": false, "2026-10": false, "2026-11": false, "2026-12": true, "9999-12": true, "2026-13": true} {
		_, err := b.PeriodRange(t.Context(), month, "", "")
		if (err != nil) != refused {
			t.Errorf("month %q: %v", month, err)
		}
	}
}
