package sandboxservice_test

import (
	"context"
	"errors"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service/sandboxservice"
	"gateway/http/service/servicetest"
	"gateway/http/simulator"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"
)

// recorder is a simulated provider that notes what is done to refunds and payouts.
type recorder struct {
	sandboxservice.Simulator
	done string
	err  error
}

func (r *recorder) note(what, reference string) error { r.done = what + " " + reference; return r.err }

func (r *recorder) CompletePayout(_ context.Context, reference string) error {
	return r.note("complete payout", reference)
}

func (r *recorder) FailPayout(_ context.Context, reference, _ string) error {
	return r.note("fail payout", reference)
}

func (r *recorder) ReversePayout(_ context.Context, reference string) error {
	return r.note("reverse payout", reference)
}

func (r *recorder) CompleteRefund(_ context.Context, reference string) error {
	return r.note("complete refund", reference)
}

func (r *recorder) FailRefund(_ context.Context, reference, _ string) error {
	return r.note("fail refund", reference)
}

func (r *recorder) BounceRefund(_ context.Context, reference, _ string) error {
	return r.note("bounce refund", reference)
}

func TestATesterEndsARefundWhereItIsMade(t *testing.T) {
	t.Parallel()
	const id, client = "INV-7-1767323045000000000", 7
	core := servicetest.New(t)
	i := payment.Identity{ID: 1, TransactionID: id, ClientID: client, Channel: "ewallet", ChannelCode: "DANA", Amount: rupiah.Of(100_000)}
	servicetest.Append(t, core, payment.Stream(id),
		payment.Requested{Identity: i, At: core.Now()},
		payment.RefundRequested{Identity: i, RefundOrder: payment.RefundOrder{RefundID: 1, Amount: rupiah.Of(1), Method: payment.MethodProvider}, At: core.Now()},
		payment.RefundRequested{Identity: i, RefundOrder: payment.RefundOrder{RefundID: 2, Amount: rupiah.Of(1), Method: payment.MethodTransfer}, At: core.Now()},
	)
	provider := &recorder{}
	s := sandboxservice.Sandbox{Core: core, Simulator: provider}
	for name, c := range map[string]struct {
		act       func(ctx context.Context, clientID int64, transactionID string, refundID int64) error
		of        int64
		simulated string
	}{
		"complete":            {s.CompleteRefund, 1, "complete refund " + id + "-R1"},
		"fail":                {s.FailRefund, 1, "fail refund " + id + "-R1"},
		"bounce":              {s.BounceRefund, 1, "bounce refund " + id + "-R1"},
		"complete a transfer": {s.CompleteRefund, 2, "complete payout " + id + "-R2"},
		"fail a transfer":     {s.FailRefund, 2, "fail payout " + id + "-R2"},
		"bounce a transfer":   {s.BounceRefund, 2, "reverse payout " + id + "-R2"},
	} {
		if err := c.act(t.Context(), client, id, c.of); err != nil || provider.done != c.simulated {
			t.Errorf("%s: %q (%v)", name, provider.done, err)
		}
		provider.done = ""
		for what, err := range map[string]error{
			"another client's": c.act(t.Context(), client+1, id, c.of), "none": c.act(t.Context(), client, id, 3),
			"of no payment": c.act(t.Context(), client, id+"0", c.of),
		} {
			if !errors.Is(err, readtable.ErrNotFound) || provider.done != "" {
				t.Errorf("%s, %s: %v, and %q", name, what, err, provider.done)
			}
		}
		for from, code := range map[error]string{simulator.ErrState: "not_possible", simulator.ErrNotFound: "not_found"} {
			provider.err = from
			if refusal, ok := errors.AsType[*domain.Refusal](c.act(t.Context(), client, id, c.of)); !ok || refusal.Code != code {
				t.Errorf("%s: %v is %v", name, from, refusal)
			}
		}
		provider.err, provider.done = nil, ""
	}
}
