package balanceservice_test

import (
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/http/service"
	"gateway/http/service/balanceservice"
)

func TestAPeriodReportRefusesAMonthThatHasNotBegun(t *testing.T) {
	t.Parallel()
	log := eventstore.NewLog(storetest.NewMemory().Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	b := &balanceservice.Balances{Core: &service.Core{Log: log, Now: func() time.Time { return time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC) }}}
	for month, refused := range map[string]bool{"": false, "2026-10": false, "2026-11": false, "2026-12": true, "9999-12": true, "2026-13": true} {
		_, err := b.PeriodRange(t.Context(), month, "", "")
		if (err != nil) != refused {
			t.Errorf("month %q: %v", month, err)
		}
	}
}
