package provider_test

import (
	"strings"
	"testing"

	"gateway/domain/domaintest"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/test/rupiah"

	"github.com/google/go-cmp/cmp"
)

const disputeBody = `{"event":"dispute.action_required","business_id":"b","created":"2026-08-01T00:00:00Z","data":{"id":"dsp-1",
	"payment_id":"qrpy_8182837te","reference_id":"INV-1-20","status":"ACTION_REQUIRED","amount":50000,"currency":"IDR",
	"reason":"GOODS_NOT_RECEIVED","due_date":"2026-08-08T00:00:00Z"}}`

func TestParseDispute(t *testing.T) {
	t.Parallel()
	whole := report.Dispute{
		ID: "dsp-1", PaymentID: "qrpy_8182837te", Reference: "INV-1-20", Status: report.DisputeOpen, Amount: rupiah.Of("50000"),
		Reason: "GOODS_NOT_RECEIVED", DueBy: at("2026-08-08T00:00:00Z"),
	}
	with := func(change func(*report.Dispute)) report.Dispute {
		d := whole
		change(&d)
		return d
	}
	for _, c := range []struct {
		name, from, to string
		want           report.Dispute
		refused        string
	}{
		{name: "as it is documented", want: whole},
		{name: "under review", from: "action_required", to: "under_review", want: with(func(d *report.Dispute) { d.Status = report.DisputeUnderReview })},
		{name: "won", from: "action_required", to: "won", want: with(func(d *report.Dispute) { d.Status = report.DisputeWon })},
		{name: "lost", from: "action_required", to: "lost", want: with(func(d *report.Dispute) { d.Status = report.DisputeLost })},
		{
			name: "with the ids alone", from: `"amount":50000,"currency":"IDR",
	"reason":"GOODS_NOT_RECEIVED","due_date":"2026-08-08T00:00:00Z"`, to: `"x":1`,
			want: report.Dispute{ID: "dsp-1", PaymentID: "qrpy_8182837te", Reference: "INV-1-20", Status: report.DisputeOpen},
		},
		{
			name: "a long reason", from: "GOODS_NOT_RECEIVED", to: strings.Repeat("x", 300),
			want: with(func(d *report.Dispute) { d.Reason = strings.Repeat("x", 255) }),
		},
		{name: "another event", from: "dispute.action_required", to: "dispute.noted", refused: "invalid_field event"},
		{name: "without an id", from: `"id":"dsp-1"`, to: `"x":1`, refused: "invalid_field data.id"},
		{name: "a wrong amount", from: "50000", to: "-1", refused: "invalid_field data.amount"},
		{name: "no JSON", from: "{", to: "", refused: "invalid_field body"},
		{name: "of nothing", from: `"payment_id":"qrpy_8182837te","reference_id":"INV-1-20"`, to: `"x":1`, refused: "invalid_field data.payment_id"},
	} {
		got, err := provider.ParseDispute([]byte(strings.Replace(disputeBody, c.from, c.to, 1)))
		if refused := domaintest.Refusal(err); refused != c.refused {
			t.Errorf("%s: %q, want %q", c.name, refused, c.refused)
		}
		if diff := cmp.Diff(c.want, got); c.refused == "" && diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
