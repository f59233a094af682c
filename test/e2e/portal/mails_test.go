package portal

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/mailbox"
	"gateway/test/poll"
)

// paidOut has a merchant's withdrawal transferred.
func paidOut(t *testing.T, admin harness.Caller, m harness.Merchant) {
	t.Helper()
	id := m.Withdraw(t, 50_000, harness.CallbackURL)
	admin.Post(t, fmt.Sprintf("/admin/withdrawals/%d/approve", id), nil).Wants(t, 200)
	m.AwaitWithdrawal(t, id, "processing")
	m.Post(t, fmt.Sprintf("/sandbox/withdrawals/%d/complete", id), nil).Wants(t, 200)
	m.AwaitWithdrawal(t, id, "completed")
}

// aboutPayouts returns the mails to an address that say that a withdrawal was transferred.
func aboutPayouts(t *testing.T, address string) (found []mailbox.Mail) {
	t.Helper()
	for _, m := range harness.Mails(t).To(address) {
		if strings.Contains(m.Text, "/portal/withdrawals/") && m.Unsubscribe != "" { // the mail about the decision can't be switched off
			found = append(found, m)
		}
	}
	return found
}

func awaitPayoutMail(t *testing.T, address string, n int) mailbox.Mail {
	t.Helper()
	poll.Until(t, fmt.Sprintf("mail %d about a payout to %s", n, address), func() bool { return len(aboutPayouts(t, address)) >= n })
	return aboutPayouts(t, address)[n-1]
}

// oneClick sends what a mail program sends for its button "unsubscribe" (RFC 8058), or with look only opens the page.
func oneClick(t *testing.T, link string, look bool, status int) {
	t.Helper()
	method, form := http.MethodPost, url.Values{"List-Unsubscribe": {"One-Click"}}.Encode()
	if look {
		method, form = http.MethodGet, ""
	}
	r, err := http.NewRequest(method, link, strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Close = true
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, _ := io.ReadAll(answer.Body); answer.StatusCode != status {
		t.Fatalf("%d %s", answer.StatusCode, body)
	}
}

func TestPeopleAreToldOfAPayoutInTheirLanguageUntilTheySwitchItOff(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 1_000_000)
	owner := m.LogIn(t)
	_, english, finance := join(t, owner, "finance")
	_, developer, technical := join(t, owner, "developer")
	choice := object{"language": "en", "off": []string{}}
	finance.Put(t, "/me/mails", choice).Wants(t, 200).Is(t, object{"language": "en", "kinds.0.kind": "payout_done", "kinds.0.on": true})
	finance.Get(t, "/me/mails").Wants(t, 200).Is(t, object{"language": "en", "kinds.2.kind": "attention"})
	technical.Get(t, "/me/mails").Wants(t, 200).Is(t, object{"language": "", "kinds.0.kind": "attention"})
	finance.Put(t, "/me/mails", object{"language": "en", "off": []string{"password_reset"}}).Refuses(t, 400, "invalid_field")

	paidOut(t, g.Admin(t), m)
	both, one := awaitPayoutMail(t, m.Email, 1), awaitPayoutMail(t, english, 1)
	if !strings.Contains(both.Text, "sudah ditransfer") || !strings.Contains(both.Text, "was transferred") || !strings.Contains(both.Text, "Rp50.000") {
		t.Errorf("in both languages: %s", both.Text)
	}
	if strings.Contains(one.Text, "ditransfer") || !strings.Contains(one.Text, "account ending in 7890") || strings.Contains(one.Text, "1234567890") {
		t.Errorf("in English: %s", one.Text)
	}
	if len(aboutPayouts(t, developer)) > 0 {
		t.Error("a developer learnt of money")
	}

	link := strings.Trim(one.Unsubscribe, "<>")
	if one.UnsubscribePost != "List-Unsubscribe=One-Click" || !strings.HasPrefix(link, g.URL) || !strings.Contains(one.Text, link) {
		t.Fatalf("headers %q, %q", one.Unsubscribe, one.UnsubscribePost)
	}
	oneClick(t, link, true, 200)
	oneClick(t, link+"A", true, 400)
	oneClick(t, link+"A", false, 400)
	finance.Get(t, "/me/mails").Wants(t, 200).Is(t, object{"kinds.0.on": true}) // looking switches nothing off
	oneClick(t, link, false, 200)
	oneClick(t, link, false, 200)
	finance.Get(t, "/me/mails").Wants(t, 200).Is(t, object{"kinds.0.on": false, "kinds.1.on": true, "language": "en"})

	paidOut(t, g.Admin(t), m)
	awaitPayoutMail(t, m.Email, 2)
	if n := len(aboutPayouts(t, english)); n != 1 {
		t.Errorf("the person who switched it off got %d mails", n)
	}
}

func TestALinkOfAnotherPurposeSwitchesNothingOff(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	_, _, invitation := invite(t, g.NewMerchant(t).LogIn(t), "finance")
	oneClick(t, g.URL+"/portal/mails-off?"+url.Values{"token": {invitation.Token()}}.Encode(), false, 400)
}

func TestAReceiptOfEachPaymentComesOnceToWhoAskedForIt(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.NewMerchant(t)
	owner := m.LogIn(t)
	m.PayQRIS(t, 10_000) // before anybody asked
	_, address, finance := join(t, owner, "finance")
	const number = 3 // of the kind in the list
	receipts := fmt.Sprintf("kinds.%d.", number)
	finance.Get(t, "/me/mails").Wants(t, 200).Is(t, object{receipts + "kind": "receipt", receipts + "on": false})
	finance.Put(t, "/me/mails", object{"language": "en", "off": []string{}, "on": []string{"attention"}}).Refuses(t, 400, "invalid_field")
	finance.Put(t, "/me/mails", object{"language": "en", "off": []string{}, "on": []string{"receipt"}}).Wants(t, 200).Is(t, object{receipts + "on": true})
	finance.Put(t, "/me/mails", object{"language": "en", "off": []string{}}).Wants(t, 200).Is(t, object{receipts + "on": true})

	paid := m.PayQRIS(t, 150_000)
	first := harness.Mails(t).AwaitSaying(t, address, "/portal/payments/"+paid)
	for _, words := range []string{"order number: ", "amount: Rp150.000", "to your balance: Rp", "paid by: QRIS", " WIB\n"} {
		if !strings.Contains(first.Text, words) {
			t.Errorf("nothing says %q: %s", words, first.Text)
		}
	}
	if !strings.HasPrefix(first.Subject, "[Sandbox] Payment of Rp150.000 received") || strings.Contains(first.Text, "diterima") {
		t.Errorf("%s: %s", first.Subject, first.Text)
	}
	second := m.PayQRIS(t, 20_000)
	harness.Mails(t).AwaitSaying(t, address, "/portal/payments/"+second)
	oneClick(t, strings.Trim(first.Unsubscribe, "<>"), false, 200)
	finance.Get(t, "/me/mails").Wants(t, 200).Is(t, object{receipts + "on": false, "kinds.0.on": true})
	m.PayQRIS(t, 30_000)
	m.SetBankAccount(t)
	m.Earn(t, 1_000_000)
	paidOut(t, g.Admin(t), m)
	awaitPayoutMail(t, address, 1) // it comes after the payment
	if n := saying(t, address, "/portal/payments/"); n != 2 || saying(t, m.Email, "/portal/payments/") > 0 || saying(t, address, "/portal/payments/"+paid) != 1 {
		t.Errorf("%d receipts, %d of the first payment", n, saying(t, address, "/portal/payments/"+paid))
	}
}
