package snapsimulator_test

import (
	"testing"

	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

func TestTheUsualFeesAreWholeRupiah(t *testing.T) {
	t.Parallel()
	for service, want := range map[int][2]int64{
		snap.ServiceVACreate: {3_500, 385}, snap.ServiceQRGenerate: {77, 8}, snap.ServiceDebitPayment: {185, 20},
		snap.ServiceInterbankTransfer: {2_500, 275},
	} {
		fee, vat := snapsimulator.UsualFee(service, decimal.NewFromInt(12_345))
		if !fee.Equal(decimal.NewFromInt(want[0])) || !vat.Equal(decimal.NewFromInt(want[1])) {
			t.Errorf("service %d: %s, VAT %s", service, fee, vat)
		}
	}
}

func TestWhatIsSettledIsOursLessItsFeeOnce(t *testing.T) {
	t.Parallel()
	m := midtrans(t)
	m.company.Fee = snapsimulator.UsualFee
	float := func() string {
		t.Helper()
		_, said := m.post(t, "/v1.0/balance-inquiry", `{"accountNo":"777"}`)
		return said["accountInfos"].([]any)[0].(map[string]any)["availableBalance"].(map[string]any)["value"].(string)
	}
	if code, said := m.post(t, generateQR, qr); code != "2004700" {
		t.Fatalf("%s %v", code, said)
	}
	if _, err := m.company.Pay("P1", snapsimulator.Money{}); err != nil {
		t.Fatal(err)
	}
	if got := float(); got != "1000.00" {
		t.Errorf("before it is settled: %s", got)
	}
	for range 2 {
		all := m.company.Settle()
		if len(all) != 1 || !all[0].Payment || all[0].Reference != "P1" || all[0].Fee.String() != "63" || all[0].VAT.String() != "6" || !all[0].SettledAt.Equal(noon) {
			t.Errorf("%+v", all)
		}
		if got := float(); got != "10931.00" {
			t.Errorf("after it was settled: %s", got)
		}
	}
	code, said := m.post(t, "/v1.0/transfer-interbank", `{"partnerReferenceNo":"D1","amount":{"value":"5000.00","currency":"IDR"},`+
		`"beneficiaryAccountName":"Budi","beneficiaryAccountNo":"8888","beneficiaryBankCode":"002","sourceAccountNo":"777","transactionDate":"2026-01-01T10:00:00+07:00"}`)
	if code != "2001800" || len(m.company.Settle()) != 1 {
		t.Errorf("an open transfer is booked: %s %v", code, said)
	}
	if err := m.company.CompleteTransfer("D1"); err != nil {
		t.Fatal(err)
	}
	if got := float(); len(m.company.Settle()) != 2 || got != "3156.00" {
		t.Errorf("after a transfer: %s, %+v", got, m.company.Settle())
	}
	if err := m.company.ReturnTransfer("D1"); err != nil {
		t.Fatal(err)
	}
	all := m.company.Settle()
	if got := float(); len(all) != 3 || got != "8156.00" {
		t.Errorf("after its return: %s, %+v", got, all)
	}
}
