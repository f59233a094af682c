package api

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestAPersonWhoDoesNotManageTheAccountSendsNoDocuments(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	email := "viewer-" + m.Email
	m.LogIn(t).Post(t, "/me/users", object{"email": email, "role": "viewer"}).Wants(t, 201)
	token := harness.Mails(t).Await(t, email, 1).Token()
	m.Gateway.Anonymous().Post(t, "/auth/reset-password", object{"token": token, "password": harness.Password}).Wants(t, 200)
	viewer := harness.Merchant{Caller: m.Gateway.Anonymous(), Email: email}.LogIn(t)
	viewer.Post(t, "/auth/documents", object{}).Refuses(t, 403, "role_forbidden")
}
