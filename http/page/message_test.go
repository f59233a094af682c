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
		"this is your own login: change it with PUT /me/password":                                                      "this is your own login: change it with PUT /me/password",
		"client no. 3 owes Rp5. Wait for it.":                                                                          "client no. 3 owes Rp5. Wait for it.",
	} {
		if got := c.message(&Problem{Code: "not_possible", Message: message}, nil); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}
