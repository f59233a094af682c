package mailer

import (
	"strings"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/test/rupiah"
)

func TestAMailSaysInTwoLanguagesHowAPayoutWasDecided(t *testing.T) {
	t.Parallel()
	o := balance.Order{Kind: balance.Withdrawal, ID: 17, ClientID: 7, Amount: rupiah.Of("50000"), Bank: "BCA", AccountNumber: "1234567890"}
	w := Writer{Links: links, Zone: time.FixedZone("WIB", 7*3600)}
	to := []string{"ani@example.com"}
	approved, err := w.Write(row(t, balance.PayoutApproved{Order: o, By: "admin:1", Notify: to}))
	if err != nil || approved.To != to[0] || approved.Subject != "Penarikan dana disetujui / Your payout was approved" {
		t.Fatal(approved, err)
	}
	rejected, err := w.Write(row(t, balance.PayoutRejected{Order: o, By: "admin:1", Reason: "see evil.example", Notify: to}))
	if err != nil || rejected.Subject != "Penarikan dana ditolak / Your payout was rejected" {
		t.Fatal(rejected, err)
	}
	for said, times := range map[string]int{
		"https://pay.example.com/portal/withdrawals/17\n": 2, "50000 rupiah": 2, "BCA ***7890": 2, "123456": 0, "no value": 0,
	} {
		for _, text := range []string{approved.Text, rejected.Text} {
			if strings.Count(text, said) != times {
				t.Errorf("%q is not said %d times:\n%s", said, times, text)
			}
		}
	}
	if strings.Count(rejected.Text, "evil[.]example") != 2 || strings.Contains(approved.Text, "Reason") {
		t.Error("the reason:", rejected.Text, approved.Text)
	}
	if got := (balance.PayoutApproved{Order: o, By: balance.ByAuto}).Mails(); got != nil {
		t.Error("an auto-approval tells nobody:", got)
	}
}
