package reportreactor_test

import (
	"fmt"
	"strings"
	"testing"

	"gateway/domain/notification"
	"gateway/domain/report"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/reactor/reportreactor"
)

func TestTheLogNamesReferencesOfOurFormAlone(t *testing.T) {
	t.Parallel()
	for reference, want := range map[string]string{
		"INV-42-1767323045000000000": "INV-42-1767323045000000000",
		"withdrawal-7-17":            "withdrawal-7-17",
		"ORDER-1001":                 "",
		"Budi Santoso 0812345678":    "",
		"INV-42-1\nx":                "",
		"":                           "",
	} {
		if got := reportreactor.OwnReference(reference); got != want {
			t.Errorf("%q: %q", reference, got)
		}
	}
}

// The provider calls a reference external_id. One that is not ours may contain a person's name.
func TestNoWarningHasAnotherProgramsExternalID(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	const theirs = "Budi Santoso"
	h.Must(h.Reports.RefuseNotification(t.Context(), notification.Refused{Connection: "xendit", Kind: "va", Code: "payment_not_found", Reference: theirs}, []byte("{}")))
	failed := report.Payment{Connection: "xendit", Channel: "invoice", TransactionID: theirs, Status: report.Failed}
	_ = h.Reports.TakePayment(t.Context(), failed)
	for _, line := range h.Alarms.AllEntries() {
		if said := fmt.Sprint(line.Message, line.Data); strings.Contains(said, theirs) {
			t.Errorf("the log says %s", said)
		}
	}
	if len(h.Alarms.AllEntries()) < 2 {
		t.Errorf("%d lines", len(h.Alarms.AllEntries()))
	}
}
