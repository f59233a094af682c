package snapadapter_test

import (
	"errors"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

func order(reference string) balance.Transfer {
	return balance.Transfer{
		Reference: reference, Bank: "BRI", AccountHolder: "Budi", AccountNumber: "0123456789", Description: "payout 1", Amount: decimal.NewFromInt(250_000),
	}
}

// The standard's 403 and 404 say much else than those of a web service.
func TestARefusedTransferSaysWhatItIsAbout(t *testing.T) {
	t.Parallel()
	type about struct{ keys, order, missing bool }
	for _, c := range []struct {
		status, number int
		want           about
	}{
		{401, 0, about{keys: true}},
		{400, 0, about{}},
		{400, 1, about{order: true}},
		{400, 2, about{order: true}},
		{403, 2, about{order: true}},
		{403, 9, about{order: true}},
		{403, 3, about{}},
		{403, 15, about{}},
		{403, 18, about{}},
		{403, 20, about{}},
		{404, 3, about{order: true}},
		{404, 11, about{order: true}},
		{404, 13, about{order: true}},
		{404, 1, about{missing: true}},
		{404, 12, about{missing: true}},
		{404, 8, about{}},
		{404, 14, about{}},
		{405, 1, about{}},
	} {
		b := open(t, "midtrans")
		code := snap.Code{Status: c.status, Case: c.number}
		b.company.Inject(snapsimulator.Fault{Service: snap.ServiceInterbankTransfer, Undone: true, Code: code})
		_, err := b.SendPayout(t.Context(), order("WD-7-1-1"))
		refused, ok := errors.AsType[*report.Refused](err)
		if !ok {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if got := (about{refused.OfCredentials, refused.OfOrder, refused.OfMissing}); got != c.want || refused.OfContract != c.want.keys {
			t.Errorf("%s: %+v", code, refused)
		}
		if up := (exchange.Call{Err: err}).Up(); up == c.want.keys {
			t.Errorf("%s: up %t", code, up)
		}
	}
}

func TestAPayoutCompletesByItsStatusOnly(t *testing.T) {
	t.Parallel()
	b := open(t, "midtrans")
	for name, c := range map[string]struct {
		end  func(reference string) error
		want report.Status
		code string
	}{
		"completed": {b.company.CompleteTransfer, report.Completed, ""},
		"failed":    {func(r string) error { return b.company.FailTransfer(r, "ACCOUNT_CLOSED") }, report.Failed, "ACCOUNT_CLOSED"},
		"returned": {func(r string) error {
			return errors.Join(b.company.CompleteTransfer(r), b.company.ReturnTransfer(r))
		}, report.Reversed, ""},
		"to be completed, once it is there": {func(r string) error { b.company.PlanTransfer(r, ""); return nil }, report.Completed, ""},
		"to fail, once it is there":         {func(r string) error { b.company.PlanTransfer(r, "ACCOUNT_CLOSED"); return nil }, report.Failed, "ACCOUNT_CLOSED"},
	} {
		o := order("DISB-" + name)
		sent, err := b.SendPayout(t.Context(), o)
		if err != nil || sent.Status != report.Pending || sent.ProviderID == "" || sent.Reference != o.Reference || sent.AccountNumber != o.AccountNumber {
			t.Fatalf("%s: %+v (%v)", name, sent, err)
		}
		found, err := b.FindPayout(t.Context(), "", o.Reference)
		if err != nil || found.Status != report.Pending || found.ProviderID != sent.ProviderID {
			t.Errorf("%s: %+v (%v)", name, found, err)
		}
		if err := c.end(o.Reference); err != nil {
			t.Fatal(err)
		}
		found, err = b.FindPayout(t.Context(), "", o.Reference)
		if err != nil || found.Status != c.want || found.FailureCode != c.code || !found.Amount.Equal(o.Amount) || found.Bank != "BRI" ||
			found.AccountNumber != o.AccountNumber {
			t.Errorf("%s: %+v (%v)", name, found, err)
		}
	}
	if got := b.company.Transferred(); !got.Equal(decimal.NewFromInt(500_000)) {
		t.Errorf("%s left", got)
	}
	if float, err := b.Balance(t.Context()); err != nil || !float.Equal(decimal.NewFromInt(500_000)) {
		t.Errorf("float %s (%v)", float, err)
	}
}

func TestAnUnclearPayoutIsUnknownAndPaidOnce(t *testing.T) {
	t.Parallel()
	b := open(t, "midtrans")
	b.company.SetFloat(decimal.NewFromInt(1_000_000_000))
	var paid int64
	for i, d := range unclear() {
		for _, undone := range []bool{false, true} {
			o := order("DISB-" + string(rune('a'+i)))
			if undone {
				o.Reference += "-undone"
			} else {
				paid++
			}
			ctx, f := t.Context(), d.fault
			f.Service, f.Times, f.Undone = snap.ServiceInterbankTransfer, 1, undone
			if d.hung {
				ctx, f = interrupted(t, snap.ServiceInterbankTransfer, undone)
			}
			b.company.Inject(f)
			_, err := b.SendPayout(ctx, o)
			if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
				t.Errorf("%s, undone %t: %v", d.name, undone, err)
			}
			_, err = b.FindPayout(t.Context(), "", o.Reference)
			if undone != errors.Is(err, report.ErrNoRecord) {
				t.Errorf("%s, undone %t: %v", d.name, undone, err)
			}
			// The same order again: the company takes one for a reference.
			if !undone {
				_, err = b.SendPayout(t.Context(), o)
				if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
					t.Errorf("%s, again: %v", d.name, err)
				}
			}
		}
	}
	if got := b.company.Transferred(); !got.Equal(decimal.NewFromInt(250_000 * paid)) {
		t.Errorf("%s went out for %d orders", got, paid)
	}
}

// A status without our amount and beneficiary completes nothing.
func TestAStatusThatSaysTooLittleIsUnknown(t *testing.T) {
	t.Parallel()
	b := open(t, "midtrans")
	o := order("DISB-1")
	if _, err := b.SendPayout(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if err := b.company.CompleteTransfer(o.Reference); err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string]func(map[string]any){
		"no amount":         func(a map[string]any) { delete(a, "amount") },
		"no beneficiary":    func(a map[string]any) { delete(a, "beneficiaryAccountNo") },
		"another reference": func(a map[string]any) { a["originalPartnerReferenceNo"] = "DISB-2" },
		"no reference":      func(a map[string]any) { delete(a, "originalPartnerReferenceNo") },
		"no status":         func(a map[string]any) { delete(a, "latestTransactionStatus") },
		"unknown status":    func(a map[string]any) { a["latestTransactionStatus"] = "99" },
		"dollars":           func(a map[string]any) { a["amount"] = map[string]string{"value": "250000.00", "currency": "USD"} },
	} {
		b.company.Inject(snapsimulator.Fault{Service: snap.ServiceTransferStatus, Times: 1, Edit: edit})
		_, err := b.FindPayout(t.Context(), "", o.Reference)
		if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The caller sees what differs from the order.
	b.company.Inject(snapsimulator.Fault{Service: snap.ServiceTransferStatus, Times: 1, Edit: func(a map[string]any) {
		a["amount"], a["beneficiaryAccountNo"], a["beneficiaryBankCode"] = map[string]string{"value": "25.00", "currency": "IDR"}, "666", "014"
	}})
	if found, err := b.FindPayout(t.Context(), "", o.Reference); err != nil || found.Amount.String() != "25" || found.AccountNumber != "666" || found.Bank != "BCA" {
		t.Errorf("%+v (%v)", found, err)
	}
	b.company.Inject(snapsimulator.Fault{Service: snap.ServiceTransferStatus, Times: 1, Edit: func(a map[string]any) { a["latestTransactionStatus"] = "07" }})
	if _, err := b.FindPayout(t.Context(), "", o.Reference); !errors.Is(err, report.ErrNoRecord) {
		t.Error(err)
	}
}

func TestAnEmptyFloatRefusesNothingForGood(t *testing.T) {
	t.Parallel()
	b := open(t, "midtrans")
	b.company.SetFloat(decimal.NewFromInt(249_999))
	o := order("DISB-1")
	_, err := b.SendPayout(t.Context(), o)
	if _, empty := errors.AsType[*report.FloatEmpty](err); !empty {
		t.Fatal(err)
	}
	b.company.SetFloat(decimal.NewFromInt(250_000))
	if _, err := b.SendPayout(t.Context(), o); err != nil {
		t.Error(err)
	}
	for name, edit := range map[string]func(map[string]any){
		"no accounts": func(a map[string]any) { delete(a, "accountInfos") },
		"no balance":  func(a map[string]any) { a["accountInfos"] = []any{map[string]any{"balanceType": "Cash"}} },
		"no number": func(a map[string]any) {
			a["accountInfos"] = []any{map[string]any{"availableBalance": map[string]string{"value": "", "currency": "IDR"}}}
		},
	} {
		b.company.Inject(snapsimulator.Fault{Service: snap.ServiceBalance, Times: 1, Edit: edit})
		if float, err := b.Balance(t.Context()); err == nil {
			t.Errorf("%s: %s", name, float)
		}
	}
}

func TestABeneficiaryIsCheckedByBankAndAccount(t *testing.T) {
	t.Parallel()
	b := open(t, "midtrans")
	if name, err := b.AccountHolder(t.Context(), "BCA", "123"); err != nil || name != "BUDI" {
		t.Errorf("%q (%v)", name, err)
	}
	_, err := b.AccountHolder(t.Context(), "BCA", "404")
	if refused, ok := errors.AsType[*report.Refused](err); !ok || refused.Code != "4041611" {
		t.Error(err)
	}
	o := order("DISB-1")
	o.AccountNumber = "404"
	_, err = b.SendPayout(t.Context(), o)
	if _, ok := errors.AsType[*report.Refused](err); !ok {
		t.Error(err)
	}
	o.Bank = "NOWHERE"
	if _, err := b.SendPayout(t.Context(), o); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
	for _, code := range b.PayoutBanks() {
		if _, err := b.AccountHolder(t.Context(), code, "123"); err != nil {
			t.Errorf("%s: %v", code, err)
		}
	}
}
