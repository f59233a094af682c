package page

import (
	"testing"

	"gateway/domain/words"
)

func TestARefusalNamesNoOperationOfTheAPI(t *testing.T) {
	t.Parallel()
	c := &Context{Language: words.English}
	for message, want := range map[string]string{
		"audit run 2 is running. GET /admin/audit/runs/{id} shows its progress. Start the next one when it has ended.": "audit run 2 is running. Start the next one when it has ended.",
		"this is not your ticket. GET /tickets lists your own.":                                                        "this is not your ticket.",
		"":                                    "This is not possible now.",
		"change it with PUT /me/password":     "This is not possible now.",
		"client no. 3 owes Rp5. Wait for it.": "client no. 3 owes Rp5. Wait for it.",
	} {
		if got := c.message(&Problem{Code: "not_possible", Message: message}, nil); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}

func TestARefusalHasTheLanguageOfItsPage(t *testing.T) {
	t.Parallel()
	c := &Context{Language: words.Indonesian}
	for code, want := range map[string]string{
		"insufficient_balance": "Saldo yang dapat ditarik, Rp1.500.000, tidak mencukupi.",
		"a_code_of_tomorrow":   "Ini ditolak.",
	} {
		got := c.message(&Problem{Code: code, Message: "the withdrawable balance of 1500000 is not enough. Wait. GET /balance shows it."}, nil)
		if got != want {
			t.Errorf("%s: it says %q, want %q", code, got, want)
		}
	}
}
