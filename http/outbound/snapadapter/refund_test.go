package snapadapter_test

import (
	"errors"
	"fmt"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// refundServiceOf is the service by which a dialect gives money of a kind of payment back; 0 for none.
func refundServiceOf(dialect string, channel pricing.Kind) int {
	service := map[pricing.Kind]int{pricing.EWallet: snap.ServiceDebitRefund, pricing.QRIS: snap.ServiceQRRefund}[channel]
	if snapadapter.Dialects[dialect].Routes[service].Path == "" {
		return 0
	}
	return service
}

// byRefund runs a test for each kind of payment of each dialect that can be refunded, with a paid payment of 150,000.
func byRefund(t *testing.T, test func(t *testing.T, b *bench, dialect string, o report.RefundOrder, service int)) {
	t.Helper()
	byKind(t, func(t *testing.T, dialect string, k kind) {
		service := refundServiceOf(dialect, k.channel)
		if service == 0 {
			return
		}
		b := open(t, dialect)
		r, made := b.mustOpen(t, k)
		if _, err := b.company.Pay(r.ExternalID, snapsimulator.Money{}); err != nil {
			t.Fatal(err)
		}
		test(t, b, dialect, report.RefundOrder{
			Channel: k.channel, PaidWith: k.code, TransactionID: r.ExternalID, ProviderID: made.ProviderID, PaymentID: made.ProviderID,
			Reference: r.ExternalID + "-R1-1", Amount: decimal.NewFromInt(50_000), Reason: "other",
		}, service)
	})
}

func said(r report.RefundRecord, err error) string {
	if errors.Is(err, report.ErrNoRecord) {
		return "no record"
	}
	if _, unknown := errors.AsType[*report.Unknown](err); unknown {
		return "unknown"
	}
	if _, float := errors.AsType[*report.FloatEmpty](err); float {
		return "float"
	}
	if refused, ok := errors.AsType[*report.Refused](err); ok {
		return fmt.Sprintf("refused order=%t keys=%t", refused.OfOrder, refused.OfCredentials)
	}
	if err != nil {
		return err.Error()
	}
	return string(r.Status)
}

func TestARefundIsMadeOnceAndFoundWhereTheCompanyListsIt(t *testing.T) {
	t.Parallel()
	byRefund(t, func(t *testing.T, b *bench, dialect string, o report.RefundOrder, _ int) {
		// The status of a payment by QR code has the history where that of a wallet has it.
		missing := map[bool]string{true: "no record", false: "unknown"}[snapadapter.Dialects[dialect].RefundHistory]
		if found, err := b.FindRefund(t.Context(), o); said(found, err) != missing {
			t.Errorf("before it: %s", said(found, err))
		}
		made, err := b.SendRefund(t.Context(), o)
		if said(made, err) != "COMPLETED" || made.ID == "" || !made.Amount.Equal(o.Amount) {
			t.Fatalf("answered %s: %+v", said(made, err), made)
		}
		want := map[bool]string{true: "COMPLETED", false: "unknown"}[snapadapter.Dialects[dialect].RefundHistory]
		if found, err := b.FindRefund(t.Context(), o); said(found, err) != want {
			t.Errorf("found %s", said(found, err))
		}
		again, err := b.SendRefund(t.Context(), o)
		if dialect == "dana" && again.ID != made.ID || dialect != "dana" && said(again, err) != "unknown" {
			t.Errorf("again: %s %+v", said(again, err), again)
		}
		if !b.company.Refunded().Equal(o.Amount) {
			t.Errorf("%s went back", b.company.Refunded())
		}
		o.Reference, o.Amount = o.TransactionID+"-R2-1", decimal.NewFromInt(100_001)
		if made, err := b.SendRefund(t.Context(), o); said(made, err) != "refused order=true keys=false" {
			t.Errorf("more than is left: %v", err)
		}
		o.Amount = decimal.NewFromInt(100_000)
		if made, err := b.SendRefund(t.Context(), o); said(made, err) != "COMPLETED" {
			t.Errorf("the rest: %s", said(made, err))
		}
		o.Reference = o.TransactionID + "-R3-1"
		if made, err := b.SendRefund(t.Context(), o); said(made, err) != "refused order=true keys=false" {
			t.Errorf("nothing is left: %v", err)
		}
	})
}

func TestWhatACompanyAnswersToARefund(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fault snapsimulator.Fault
		again bool
		want  string
	}{
		{"in progress", snapsimulator.Fault{Undone: true, Code: snap.InProgress}, false, "unknown"},
		{"the reference was used", snapsimulator.Fault{Undone: true, Code: snap.DuplicateReference}, false, "unknown"},
		{"done before", snapsimulator.Fault{Undone: true, Code: snap.Inconsistent}, false, "unknown"},
		{"not allowed", snapsimulator.Fault{Undone: true, Code: snap.Code{Status: 405, Case: 1}}, false, "refused order=true keys=false"},
		{"not supported", snapsimulator.Fault{Undone: true, Code: snap.Code{Status: 405}}, false, "refused order=true keys=false"},
		{"too old", snapsimulator.Fault{Undone: true, Code: snap.Code{Status: 403}}, false, "refused order=true keys=false"},
		{"after the cut-off", snapsimulator.Fault{Undone: true, Code: snap.Code{Status: 403, Case: 6}}, false, "refused order=false keys=false"},
		{"our money there", snapsimulator.Fault{Undone: true, Code: snap.InsufficientFunds}, false, "float"},
		{"the keys", snapsimulator.Fault{Undone: true, Code: snap.Unauthorized}, false, "refused order=false keys=true"},
		{"it hangs up", snapsimulator.Fault{Cut: true}, false, "unknown"},
		{"another refund's answer", snapsimulator.Fault{Edit: func(a map[string]any) { a["partnerRefundNo"] = "x" }}, false, "unknown"},
		{"another amount", snapsimulator.Fault{Edit: func(a map[string]any) { a["refundAmount"] = map[string]any{"value": "1.00", "currency": "IDR"} }}, false, "unknown"},
		{"no id", snapsimulator.Fault{Edit: func(a map[string]any) { delete(a, "refundNo") }}, false, "unknown"},
		{"it does not say whose it is", snapsimulator.Fault{Edit: func(a map[string]any) { delete(a, "partnerRefundNo") }}, false, "PENDING"},
		{"it does not say how much", snapsimulator.Fault{Edit: func(a map[string]any) { delete(a, "refundAmount") }}, false, "PENDING"},
		{"not allowed, but done", snapsimulator.Fault{Code: snap.Code{Status: 405, Case: 1}}, true, "done before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			byRefund(t, func(t *testing.T, b *bench, dialect string, o report.RefundOrder, service int) {
				c.fault.Service, c.fault.Times, o.Again = service, 1, c.again
				if dialect == "dana" && c.fault.Code.Status == 401 {
					c.fault.Times = 0
				}
				b.company.Inject(c.fault)
				want := c.want
				if want == "done before" { // where the company can't be asked, it is not known
					want = map[bool]string{true: "COMPLETED", false: "unknown"}[snapadapter.Dialects[dialect].RefundHistory]
				}
				if made, err := b.SendRefund(t.Context(), o); said(made, err) != want {
					t.Errorf("%s (%v), not %s", said(made, err), err, want)
				}
			})
		})
	}
}

// A history completes only what is ours by reference and amount.
func TestOnlyOurRefundOfOurAmountIsFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		member string
		value  any
		want   string
	}{
		"another reference":   {"partnerRefundNo", "x", "no record"},
		"another amount":      {"refundAmount", map[string]any{"value": "49999.00", "currency": "IDR"}, "unknown"},
		"an amount of none":   {"refundAmount", nil, "unknown"},
		"under way":           {"refundStatus", "03", "PENDING"},
		"failed":              {"refundStatus", "06", "FAILED"},
		"without a status":    {"refundStatus", nil, "PENDING"},
		"a status of no kind": {"refundStatus", "99", "unknown"},
	} {
		byRefund(t, func(t *testing.T, b *bench, dialect string, o report.RefundOrder, _ int) {
			if !snapadapter.Dialects[dialect].RefundHistory {
				return
			}
			if _, err := b.SendRefund(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			edit := func(a map[string]any) {
				history, ok := a["refundHistory"].([]any)
				if !ok {
					history = a["additionalInfo"].(map[string]any)["refundHistory"].([]any)
				}
				history[0].(map[string]any)[c.member] = c.value
			}
			for _, service := range []int{snap.ServiceDebitStatus, snap.ServiceQRQuery} {
				b.company.Inject(snapsimulator.Fault{Service: service, Edit: edit})
			}
			if found, err := b.FindRefund(t.Context(), o); said(found, err) != c.want {
				t.Errorf("%s: %s (%v), not %s", name, said(found, err), err, c.want)
			}
		})
	}
}

func TestWhatACompanyDoesNotGiveBackIsUnsupported(t *testing.T) {
	t.Parallel()
	for _, dialect := range dialects {
		b := open(t, dialect)
		for _, channel := range []pricing.Kind{pricing.VA, pricing.Invoice, pricing.QRIS, pricing.EWallet} {
			for _, void := range []bool{true, false} {
				if !void && refundServiceOf(dialect, channel) != 0 {
					continue
				}
				o := report.RefundOrder{Channel: channel, Void: void, TransactionID: "INV-7-1", Reference: "INV-7-1-R1-1", Amount: decimal.NewFromInt(1)}
				_, sent := b.SendRefund(t.Context(), o)
				_, found := b.FindRefund(t.Context(), o)
				if !errors.Is(sent, errors.ErrUnsupported) || !errors.Is(found, errors.ErrUnsupported) {
					t.Errorf("%s %s: %v, %v", dialect, channel, sent, found)
				}
			}
		}
	}
}

func TestARefundOfTheSettledFollowsTheFloat(t *testing.T) {
	t.Parallel()
	byRefund(t, func(t *testing.T, b *bench, _ string, o report.RefundOrder, _ int) {
		b.company.Settle()
		b.company.SetFloat(decimal.NewFromInt(49_999))
		if _, err := b.SendRefund(t.Context(), o); said(report.RefundRecord{}, err) != "float" {
			t.Errorf("the float is too small: %v", err)
		}
		b.company.SetFloat(decimal.NewFromInt(50_000))
		if made, err := b.SendRefund(t.Context(), o); said(made, err) != "COMPLETED" {
			t.Errorf("it suffices: %s", said(made, err))
		}
		rows := b.company.Settle()
		if last := rows[len(rows)-1]; !last.Refund || last.Reference != o.TransactionID || !last.Amount.Equal(o.Amount) {
			t.Errorf("listed %+v", rows)
		}
	})
}
