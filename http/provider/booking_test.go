package provider_test

import (
	"errors"
	"strings"
	"testing"

	"gateway/domain/report"
)

func TestBooksThatCannotBeReadToTheEndAreAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	one := `{"id":"txn_1","product_id":"p1","reference_id":"INV-1","status":"SUCCESS","amount":10000,"created":"2025-03-01T05:00:00Z"}`
	for name, body := range map[string]string{
		"no list":           `{"has_more":false}`,
		"more, but nothing": `{"has_more":true,"data":[]}`,
		"an unknown status": `{"has_more":false,"data":[` + strings.Replace(one, "SUCCESS", "MAYBE", 1) + `]}`,
		"no amount":         `{"has_more":false,"data":[` + strings.Replace(one, `"amount":10000,`, "", 1) + `]}`,
		"no JSON":           `<html>`,
	} {
		err := newClient(t, answer(200, body)).ListBookings(t.Context(), report.BookingQuery{}, func(report.Booking) error { return nil })
		var unknown *report.Unknown
		if !errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
