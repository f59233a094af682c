package approvals

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gateway/domain/words"
	"gateway/http/service/approvalservice"
	"gateway/test/e2e/harness"
)

// detail reads an approval with its particulars.
func detail(t *testing.T, by caller, id int64) (shown approvalservice.Shown, found bool) {
	t.Helper()
	a := by.Get(t, "/admin/approvals/%d", id)
	if a.Status == http.StatusNotFound || a.Status == http.StatusUnauthorized {
		return shown, false
	}
	if err := json.Unmarshal(a.Wants(t, 200).Body, &struct{ Data any }{&shown}); err != nil {
		t.Fatal(err)
	}
	return shown, true
}

// explained checks that the second administrator learns who asked and what the act does, in words and without secrets.
// It runs before each grant of these tests, so for every kind of act.
func explained(t *testing.T, by caller, id int64) {
	t.Helper()
	shown, found := detail(t, by, id)
	if !found {
		return
	}
	said, ok := words.ApprovalResults[shown.Kind]
	if !ok {
		t.Errorf("no words for what %s does", shown.Kind)
	}
	names := map[string]bool{}
	for _, p := range shown.Particulars {
		names[p.Name] = true
		if _, ok := words.Particulars[p.Name]; !ok && p.Name != "client_id" && p.Name != "bank_account_change" {
			t.Errorf("%s: no words for the particular %s", shown.Kind, p.Name)
		}
		if strings.HasPrefix(p.Value, "$") || strings.HasPrefix(p.Value, "sk_live_") && !strings.Contains(p.Value, "…") &&
			!strings.Contains(p.Value, "*") && !strings.Contains(p.Value, "•") {
			t.Errorf("%s: the particular %s is a secret: %s", shown.Kind, p.Name, p.Value)
		}
	}
	if !names["requested_by"] {
		t.Errorf("%s does not say who asked: %+v", shown.Kind, shown.Particulars)
	}
	for _, part := range strings.Split(said.English, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		if name = strings.TrimSuffix(name, "_before"); !names[name] {
			t.Errorf("%s has no particular %s for its sentence: %+v", shown.Kind, name, shown.Particulars)
		}
	}
}

func TestTheSecondAdministratorSeesWhoIsPaidWhereAndWhatChanged(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	m := o.customer(t)
	m.Put(t, "/account", object{"norek": "999000111", "bank": "BNI"}).Wants(t, 200)
	payout := m.Withdraw(t, limit, harness.CallbackURL)
	id := asked(t, o.ani.Post(t, fmt.Sprintf("/admin/withdrawals/%d/approve", payout), object{}))
	shown, _ := detail(t, o.budi, id)
	want := map[string]string{
		"requested_by": harness.AdminEmail, "client": "Toko", "amount": fmt.Sprint(limit), "bank": "BNI", "account_number": "999000111",
		"account_holder": "Toko", "name_check": "same_name", "by_hand": "false",
	}
	changes := 0
	for _, p := range shown.Particulars {
		if value, ok := want[p.Name]; ok && p.Value != value {
			t.Errorf("%s is %q, want %q", p.Name, p.Value, value)
		}
		delete(want, p.Name)
		if p.Name == "bank_account_change" {
			if changes++; changes == 1 && (p.Value != "BNI 999000111" || p.Before == nil || *p.Before != "BCA 1234567890" || p.At == nil) {
				t.Errorf("the newest change of the bank account is %+v", p)
			}
		}
	}
	if len(want) > 0 || changes != 2 {
		t.Errorf("missing: %v; %d changes of the bank account", want, changes)
	}

	fee := asked(t, o.ani.Put(t, "/admin/fees/QRIS", object{"percent": 0.9}))
	before := func() (percent string) {
		shown, _ := detail(t, o.budi, fee)
		for _, p := range shown.Particulars {
			if p.Name == "percent_fee" && p.Before != nil {
				percent = *p.Before + " to " + p.Value
			}
		}
		return percent
	}
	if got := before(); got != "0.7 to 0.9" {
		t.Errorf("the fee changes from %s", got)
	}
	grant(t, o.budi, fee).Wants(t, 200)
	if got := before(); got != "" {
		t.Errorf("once it was decided, the former fee is given as %s", got)
	}
}
