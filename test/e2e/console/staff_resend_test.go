package console

import (
	"fmt"
	"net/url"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// Only a person who has seen the list of callbacks can resend many at once.
func TestSupportSendsManyCallbacksAgainAfterALook(t *testing.T) {
	t.Parallel()
	m, r, support := harness.NewMerchant(t), receiver.New(t), staff(t, "support")
	id := m.OpenInvoice(t, 100_000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "pay", nil)
	first := r.Next(t)
	delivered := fmt.Sprintf("/admin/callbacks?client_id=%d&status=delivered", m.ID)
	poll.Until(t, "the callback is delivered", func() bool {
		return len(m.Gateway.Admin(t).Get(t, "%s", delivered).Wants(t, 200).List(t)) == 1
	})
	selection := url.Values{"status": {"delivered"}, "client_id": {fmt.Sprint(m.ID)}, "limit": {"10"}}
	look := support.post(t, "/console/callbacks/resend", selection).shows(t, "What would be sent again", id, "Send them all again")
	look.says(t, "Matching 1", "Sent again 0")
	selection.Set("seen", "true")
	support.post(t, "/console/callbacks/resend", selection).shows(t, "What was sent again", "Sent again 1").hides(t, "Send them all again")
	if again := r.Next(t); string(again.Body) != string(first.Body) {
		t.Errorf("sent %s, then %s", first.Body, again.Body)
	}
}
