package staff

import "testing"

// Tests the kinds of subjects that the audit log and approvals name.
func TestEachKindOfSubjectHasItsPlace(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]place{
		"clients/42":                {"/clients/42", "read"},
		"transactions/INV-42-1 a/b": {"/transactions/INV-42-1%20a%2Fb", "read"},
		"withdrawals/17":            {"/withdrawals/17", "read"},
		"settlements/18":            {"/settlements/18", "read"},
		"callbacks/cb_1":            {"/callbacks/cb_1", "read"},
		"tickets/3":                 {"/tickets/3", "read_support"},
		"proposals/3":               {"/proposals", "read_support"},
		"approvals/3":               {"/approvals/3", "books"},
		"periods/2026-01":           {"/months/2026-01", "books"},
		"suspense/3":                {"/suspense/3", "books"},
		"projections/balances":      {"/projections/balances", "books"},
		"fees/QRIS":                 {"/fees/QRIS", "read"},
		"bank-channels/BCA":         {"/banks/BCA", "read"},
		"admins/2":                  {"/admins/2", "read_staff"},
		"admins":                    {"/admins", "read_staff"},
		"treasury":                  {"/treasury", "books"},
		"treasury/BCA 1":            {"/treasury", "books"},
		"routing":                   {"/routing", "read"},
		"apps/9":                    {"/clients/42/apps", "read"},
		"users/9":                   {"/clients/42", "read"},
		"person/9":                  {"/clients/42", "read"},
		"store/generations":         {"/log?stream=store-generations", "books"},
		"email/0a1b":                {"/clients/42", "read"},
		"callback_endpoints/42":     {"/log?stream=callback_endpoints-42", "books"},
		"order/INV-1":               {"/log?stream=order-INV-1", "books"},
		"":                          {},
	} {
		if got := placeOf(subject, 42); got != want {
			t.Errorf("%s is at %v, want %v", subject, got, want)
		}
	}
	if got := placeOf("apps/9", 0); got != (place{"/log?stream=apps-9", "books"}) {
		t.Errorf("an app of an unknown client is at %v", got)
	}
}
