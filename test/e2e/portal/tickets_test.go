package portal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestATicketIsAnsweredAndClosed(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	c, support := m.LogIn(t), harness.Shared(t).AddAdmin(t, "support")
	opened := c.Post(t, "/tickets", harness.Question).Wants(t, 201).Has(t, "", harness.TicketShape).Is(t, harness.Question.With("status", "open")).Is(t, object{
		"category": "question", "priority": "medium",
	})
	path := "/tickets/" + fmt.Sprint(opened.ID(t, "id"))
	c.Get(t, "%s", path).Wants(t, 200).Has(t, "", harness.ConversationShape).Has(t, "ticket", harness.TicketShape).Is(t, object{
		"ticket": opened.Envelope["data"], "replies": []any{},
	})
	is := func(status string) {
		t.Helper()
		c.Get(t, "%s", path).Wants(t, 200).Is(t, object{"ticket.status": status})
		c.Get(t, "/tickets?status=%s", status).Wants(t, 200).ListOf(t, harness.TicketShape).HasMeta(t, 1, 15, 1, 1)
		listed := support.Get(t, "/admin/tickets?per_page=100&status=%s", status).Wants(t, 200).ListOf(t, harness.AdminTicketShape)
		if !slices.Contains(listed.Column(t, "id"), fmt.Sprint(opened.ID(t, "id"))) {
			t.Errorf("administrators do not see it as %s", status)
		}
	}
	is("open")
	answered := support.Post(t, "/admin"+path+"/reply", harness.Message).Wants(t, 201).Has(t, "", harness.ReplyShape).Is(t, object{
		"message": "Halo", "is_admin": true, "ticket_id": opened.ID(t, "id"),
	})
	is("answered")
	back := c.Post(t, path+"/reply", object{"message": "Terima kasih.\nMasih."}).Wants(t, 201).Has(t, "", harness.ReplyShape).Is(t, object{"is_admin": false})
	is("open")
	both := []any{answered.Envelope["data"], back.Envelope["data"]}
	c.Get(t, "%s", path).Wants(t, 200).Is(t, object{"replies": both})
	support.Get(t, "/admin%s", path).Wants(t, 200).Has(t, "ticket", harness.AdminTicketShape).Is(t, object{"replies": both, "ticket.client_id": m.ID})
	support.Post(t, "/admin"+path+"/close", nil).Wants(t, 200).Has(t, "", harness.AdminTicketShape).Is(t, object{"status": "closed"})
	is("closed")
	c.Post(t, path+"/reply", harness.Message).Refuses(t, 400, "ticket_closed")
	support.Post(t, "/admin"+path+"/reply", harness.Message).Refuses(t, 400, "ticket_closed")
	support.Post(t, "/admin"+path+"/close", nil).Wants(t, 200)
	support.Get(t, "/admin/tickets?client_id=%d&status=closed", m.ID).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	support.Get(t, "/admin/tickets?client_id=%d&status=open", m.ID).Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

// An unknown ticket gives 404 and another client's 403, both before the body is read. Clients that are not
// approved always get 403, and requests without a token 401. A suspended client may read and write its own
// tickets.
func TestATicketIsShownToItsOwnerOnly(t *testing.T) {
	t.Parallel()
	owner, other := harness.NewMerchant(t).LogIn(t), harness.NewMerchant(t).LogIn(t)
	suspended := harness.NewMerchant(t)
	pending, suspendedClient := harness.Shared(t).Register(t).LogIn(t), suspended.LogIn(t)
	harness.Shared(t).Admin(t).Post(t, suspended.AdminPath("/suspend"), object{"reason": "fraud"}).Wants(t, 200)
	path := "/tickets/" + owner.OpenTicket(t)
	for _, c := range []struct {
		method, path string
		body         any
		owner, other int
		otherCode    string
	}{
		{"GET", "/tickets", nil, 200, 200, ""},
		{"POST", "/tickets", harness.Question, 201, 201, ""},
		{"GET", path, nil, 200, 403, "ticket_forbidden"},
		{"POST", path + "/reply", harness.Message, 201, 403, "ticket_forbidden"},
		{"POST", path + "/reply", object{}, 400, 403, "ticket_forbidden"},
		{"GET", harness.UnknownTicket, nil, 404, 404, "not_found"},
		{"POST", harness.UnknownTicket + "/reply", harness.Message, 404, 404, "not_found"},
		{"POST", harness.UnknownTicket + "/reply", object{}, 404, 404, "not_found"},
		{"POST", "/proposals", object{"nama": "Budi", "email": "b@example.com", "deskripsi": "Satu"}, 201, 201, ""},
		{"GET", "/me/transactions", nil, 200, 200, ""},
		{"GET", "/me/transactions/999999999", nil, 404, 404, "not_found"},
	} {
		owner.Call(t, c.method, c.path, c.body).Wants(t, c.owner)
		if got := other.Call(t, c.method, c.path, c.body).Wants(t, c.other); c.otherCode != "" {
			got.Refuses(t, c.other, c.otherCode)
		}
		pending.Call(t, c.method, c.path, c.body).Refuses(t, 403, "account_not_approved")
		if c.path == "/proposals" {
			suspendedClient.Call(t, c.method, c.path, c.body).Refuses(t, 403, "account_suspended")
		} else {
			suspendedClient.Call(t, c.method, c.path, c.body).Wants(t, c.other)
		}
		harness.Shared(t).Anonymous().Call(t, c.method, c.path, c.body).Refuses(t, 401, "invalid_token")
	}
	// The other client only saw its own ticket.
	if ids := other.Get(t, "/tickets").Wants(t, 200).Column(t, "id"); len(ids) != 1 || "/tickets/"+ids[0] == path {
		t.Errorf("another client's tickets are %v", ids)
	}
	owner.Get(t, "%s", path).Wants(t, 200).Is(t, object{"replies.0.message": "Halo"})
	owner.Get(t, "/tickets/x").RefusesField(t, "id")
}

func TestTicketsAreHeldToTheirRules(t *testing.T) {
	t.Parallel()
	c := harness.NewMerchant(t).LogIn(t)
	path := "/tickets/" + c.OpenTicket(t) + "/reply"
	long, longer := strings.Repeat("é", 10_000), strings.Repeat("é", 10_001)
	for _, field := range []string{"subject", "description"} {
		c.Post(t, "/tickets", harness.Question.Without(field)).RefusesField(t, field)
		for _, bad := range []any{nil, 7, "", " \n", "a\x00b", longer} {
			c.Post(t, "/tickets", harness.Question.With(field, bad)).RefusesField(t, field)
		}
	}
	c.Post(t, "/tickets", harness.Question.With("subject", strings.Repeat("x", 256))).RefusesField(t, "subject")
	c.Post(t, "/tickets", harness.Question.With("subject", "a\nb")).RefusesField(t, "subject")
	for _, field := range []string{"category", "priority"} {
		for _, bad := range []any{"other ", "HIGH", 7, "critical"} {
			c.Post(t, "/tickets", harness.Question.With(field, bad)).RefusesField(t, field)
		}
	}
	for _, category := range []string{"bug", "feature_request", "question", "other"} {
		for _, priority := range []string{"low", "medium", "high"} {
			said := object{"category": category, "priority": priority}
			c.Post(t, "/tickets", said.With("subject", "S").With("description", long)).Wants(t, 201).Is(t, said)
		}
	}
	c.Post(t, path, object{}).RefusesField(t, "message")
	for _, bad := range []any{nil, 7, "", "  ", "a\x00b", longer} {
		c.Post(t, path, object{"message": bad}).RefusesField(t, "message")
	}
	c.Post(t, path, object{"message": long}).Wants(t, 201)
	c.Get(t, "/tickets?per_page=5&page=3").Wants(t, 200).HasMeta(t, 13, 5, 3, 3)
	c.Get(t, "/tickets?page=0").RefusesField(t, "page")
	c.Get(t, "/tickets?status=none").RefusesField(t, "status")
}

func TestATicketAReplyAndAProposalAreCreatedOncePerIdempotencyKey(t *testing.T) {
	t.Parallel()
	c := harness.NewMerchant(t).LogIn(t)
	one, two := "/tickets/"+c.OpenTicket(t), "/tickets/"+c.OpenTicket(t)
	for path, body := range map[string]object{
		"/tickets": harness.Question, one + "/reply": harness.Message, "/proposals": {"nama": "Budi", "email": "b@example.com", "deskripsi": "Satu"},
	} {
		key := c.With("Idempotency-Key", "key of "+path)
		first := key.Post(t, path, body).Wants(t, 201)
		again := key.Post(t, path, body).Wants(t, 201)
		if string(first.Body) != string(again.Body) || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s: first %s\nthen  %s", path, first.Body, again.Body)
		}
	}
	// The same words under the same key to another ticket are a different request.
	c.With("Idempotency-Key", "key of "+one+"/reply").Post(t, two+"/reply", harness.Message).Refuses(t, 409, "idempotency_key_reused")
	c.Get(t, "/tickets").Wants(t, 200).HasMeta(t, 3, 15, 1, 1)
	if replies := c.Get(t, "%s", one).Field(t, "replies").([]any); len(replies) != 1 {
		t.Errorf("%d replies", len(replies))
	}
	support := harness.Shared(t).AddAdmin(t, "support").With("Idempotency-Key", "key of "+one+"/reply")
	mine := support.Post(t, "/admin"+one+"/reply", harness.Message).Wants(t, 201).ID(t, "id")
	support.Post(t, "/admin"+one+"/reply", harness.Message).Wants(t, 201).Is(t, object{"id": mine})
}
