package explanations

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// finds returns the names that a search finds, each with the field that matched, and ~ before one that only
// begins with the text.
func finds(t *testing.T, c harness.Caller, path, text string) (all []string) {
	t.Helper()
	for _, hit := range c.Get(t, path+"?q=%s", url.QueryEscape(text)).Wants(t, 200).List(t) {
		h := hit.(map[string]any)
		mark := ""
		if h["exact"] != true {
			mark = "~"
		}
		all = append(all, fmt.Sprint(mark, h["field"], " ", h["name"]))
	}
	return all
}

// grouped writes a number in groups, with spaces and dashes, as people read it out.
func grouped(number string) string {
	return number[:4] + " " + number[4:8] + "-" + number[8:]
}

func TestASearchFindsAThingByAnythingThatIsKnownOfIt(t *testing.T) {
	t.Parallel()
	m, other := harness.NewFundedMerchant(t, 200000), harness.NewMerchant(t)
	g := harness.Shared(t)
	admin, auditor := g.Admin(t), g.AddAdmin(t, "auditor")
	ref := fmt.Sprint("PESANAN-", m.ID, "-")
	made := m.Post(t, "/payments/va", object{"amount": 123457, "bank_code": "BCA", "customer_name": "Budi", "external_id": ref + "1"}).Wants(t, 201)
	va := "transactions/" + made.Text(t, "transaction.transaction_id")
	second := "transactions/" + m.OpenInvoice(t, 98761, object{"external_id": ref + "12"})
	payout := m.Post(t, "/withdrawals", object{"jumlah": 54321, "url": harness.CallbackURL, "external_id": ref + "WD"}).Wants(t, 201)
	withdrawal := fmt.Sprint("withdrawals/", payout.ID(t, "id"))
	client := fmt.Sprint("clients/", m.ID)
	m.Put(t, "/account", object{"no_telp_pic": fmt.Sprintf("0812-9%07d", m.ID)}).Wants(t, 200)
	profile := admin.Get(t, "/admin/clients/%d", m.ID).Wants(t, 200)

	for _, c := range []struct {
		text     string
		want     string
		merchant bool
	}{
		{strings.TrimPrefix(va, "transactions/"), "transaction_id " + va, true},
		{ref + "1", "external_id " + va, true},
		{ref + "1", "~external_id " + second, true},
		{ref, "~external_id " + withdrawal, true},
		{ref + "WD", "external_id " + withdrawal, true},
		{made.Text(t, "provider_id"), "provider_id " + va, true},
		{made.Text(t, "va_number"), "va_number " + va, true},
		{made.Text(t, "va_number")[:8], "~va_number " + va, false},
		{grouped(made.Text(t, "va_number")), "va_number " + va, true},
		{grouped(payout.Text(t, "norek")), "account_number " + withdrawal, false},
		{"123457", "amount " + va, false},
		{"Rp123.457", "amount " + va, false},
		{"54321", "amount " + withdrawal, false},
		{fmt.Sprint(payout.ID(t, "id")), "id " + withdrawal, true},
		{fmt.Sprintf("withdrawal-%d-%d", m.ID, payout.ID(t, "id")), "reference " + withdrawal, true},
		{fmt.Sprint(m.ID), "id " + client, false},
		{strings.ToUpper(profile.Text(t, "email")), "email " + client, false},
		{profile.Text(t, "email")[:len(profile.Text(t, "email"))-4], "~email " + client, false},
		{fmt.Sprintf("+62 812 9%07d", m.ID), "phone " + client, false},
	} {
		if got := finds(t, admin, "/admin/search", c.text); !slices.Contains(got, c.want) && len(got) < 50 {
			t.Errorf("an administrator who looks for %s finds %v, not %s", c.text, got, c.want)
		}
		if got := finds(t, m.Caller, "/search", c.text); slices.Contains(got, c.want) != c.merchant {
			t.Errorf("the merchant who looks for %s finds %v: %s: %t", c.text, got, c.want, !c.merchant)
		}
		for _, hit := range finds(t, other.Caller, "/search", c.text) {
			if strings.HasSuffix(hit, va) || strings.HasSuffix(hit, withdrawal) || strings.HasSuffix(hit, client) {
				t.Errorf("another merchant who looks for %s finds %s", c.text, hit)
			}
		}
	}

	ticket := m.LogIn(t).Post(t, "/tickets", object{"subject": "Saldo", "description": "Mana?", "category": "question", "priority": "medium"}).Wants(t, 201)
	hit := fmt.Sprint("id tickets/", ticket.ID(t, "id"))
	if got := finds(t, admin, "/admin/search", fmt.Sprint(ticket.ID(t, "id"))); !slices.Contains(got, hit) {
		t.Errorf("an administrator finds %v, not %s", got, hit)
	}
	if got := finds(t, auditor, "/admin/search", fmt.Sprint(ticket.ID(t, "id"))); slices.Contains(got, hit) {
		t.Errorf("an auditor finds the ticket")
	}
	// No character is a wildcard, and a text that matches none of these finds nothing.
	for _, text := range []string{"%", "PESANAN_%", "' OR 1=1 --", "🦆🦆🦆", "9999999999999999999999"} {
		if got := finds(t, admin, "/admin/search", text); len(got) != 0 {
			t.Errorf("%s finds %v", text, got)
		}
	}
	admin.Get(t, "/admin/search").RefusesField(t, "q")
	m.Get(t, "/search?q=").RefusesField(t, "q")
	for _, text := range []string{"%s20", "a%s00b", "%sff"} {
		m.Get(t, "/search?q="+text, "%").RefusesField(t, "q")
	}
}
