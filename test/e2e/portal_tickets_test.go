package e2e

import (
	"slices"
	"strings"
	"testing"
)

var (
	ticketShape = shape{
		"id": "integer", "subject": "string", "description": "string", "category": "string", "priority": "string",
		"status": "string", "created_at": "time", "updated_at": "time",
	}
	replyShape        = shape{"id": "integer", "ticket_id": "integer", "message": "string", "is_admin": "boolean", "created_at": "time"}
	conversationShape = shape{"ticket": "object", "replies": "array"}
	adminTicketShape  = ticketShape.and(shape{"client_id": "integer"})
	question          = object{"subject": "Callback", "description": "None came.\nWhy?"}
	message           = object{"message": "Halo"}
	noTicket          = "/tickets/999999999"
)

// asks opens a ticket and gives its id.
func (c caller) asks(tb testing.TB) string {
	tb.Helper()
	return itoa(c.post(tb, "/tickets", question).wants(tb, 201).id(tb, "id"))
}

// staff adds an administrator of the role and logs in.
func (g *gateway) staff(tb testing.TB, role string) caller {
	tb.Helper()
	email := strings.ToLower(g.nextEmail())
	g.admin(tb).post(tb, "/admin/admins", object{"email": email, "password": password, "role": role}).wants(tb, 201)
	return g.loginOnce(email, password)(tb)
}

func TestATicketFromTheQuestionToItsEnd(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	c, support := m.portal(t), shared.staff(t, "support")
	opened := c.post(t, "/tickets", question).wants(t, 201).has(t, "", ticketShape).is(t, question.with("status", "open")).is(t, object{
		"category": "question", "priority": "medium",
	})
	path := "/tickets/" + itoa(opened.id(t, "id"))
	c.get(t, "%s", path).wants(t, 200).has(t, "", conversationShape).has(t, "ticket", ticketShape).is(t, object{
		"ticket": opened.envelope["data"], "replies": []any{},
	})
	is := func(status string) {
		t.Helper()
		c.get(t, "%s", path).wants(t, 200).is(t, object{"ticket.status": status})
		c.get(t, "/tickets?status=%s", status).wants(t, 200).listOf(t, ticketShape).hasMeta(t, 1, 15, 1, 1)
		listed := support.get(t, "/admin/tickets?per_page=100&status=%s", status).wants(t, 200).listOf(t, adminTicketShape)
		if !slices.Contains(listed.column(t, "id"), itoa(opened.id(t, "id"))) {
			t.Errorf("the desk does not list it as %s", status)
		}
	}
	is("open")
	answered := support.post(t, "/admin"+path+"/reply", message).wants(t, 201).has(t, "", replyShape).is(t, object{
		"message": "Halo", "is_admin": true, "ticket_id": opened.id(t, "id"),
	})
	is("answered")
	back := c.post(t, path+"/reply", object{"message": "Terima kasih.\nMasih."}).wants(t, 201).has(t, "", replyShape).is(t, object{"is_admin": false})
	is("open")
	both := []any{answered.envelope["data"], back.envelope["data"]}
	c.get(t, "%s", path).wants(t, 200).is(t, object{"replies": both})
	support.get(t, "/admin%s", path).wants(t, 200).has(t, "ticket", adminTicketShape).is(t, object{"replies": both, "ticket.client_id": m.id})
	support.post(t, "/admin"+path+"/close", nil).wants(t, 200).has(t, "", adminTicketShape).is(t, object{"status": "closed"})
	is("closed")
	c.post(t, path+"/reply", message).refuses(t, 400, "ticket_closed")
	support.post(t, "/admin"+path+"/reply", message).refuses(t, 400, "ticket_closed")
	support.post(t, "/admin"+path+"/close", nil).wants(t, 200)
}

// 404 when there is none, 403 when it is another client's, before the body counts;
// 403 for all of it until approved, 401 without a token.
func TestWhoMaySeeATicket(t *testing.T) {
	t.Parallel()
	owner, other := newMerchant(t).portal(t), newMerchant(t).portal(t)
	suspended := newMerchant(t)
	pending, gone := shared.register(t).portal(t), suspended.portal(t)
	shared.admin(t).post(t, suspended.admin("/suspend"), object{"reason": "fraud"}).wants(t, 200)
	path := "/tickets/" + owner.asks(t)
	for _, c := range []struct {
		method, path string
		body         any
		owner, other int
		otherCode    string
	}{
		{"GET", "/tickets", nil, 200, 200, ""},
		{"POST", "/tickets", question, 201, 201, ""},
		{"GET", path, nil, 200, 403, "ticket_forbidden"},
		{"POST", path + "/reply", message, 201, 403, "ticket_forbidden"},
		{"POST", path + "/reply", object{}, 400, 403, "ticket_forbidden"},
		{"GET", noTicket, nil, 404, 404, "not_found"},
		{"POST", noTicket + "/reply", message, 404, 404, "not_found"},
		{"POST", noTicket + "/reply", object{}, 404, 404, "not_found"},
		{"POST", "/proposals", object{"nama": "Budi", "email": "b@example.com", "deskripsi": "Satu"}, 201, 201, ""},
		{"GET", "/me/transactions", nil, 200, 200, ""},
		{"GET", "/me/transactions/999999999", nil, 404, 404, "not_found"},
	} {
		owner.do(t, c.method, c.path, c.body).wants(t, c.owner)
		if got := other.do(t, c.method, c.path, c.body).wants(t, c.other); c.otherCode != "" {
			got.refuses(t, c.other, c.otherCode)
		}
		pending.do(t, c.method, c.path, c.body).refuses(t, 403, "account_not_approved")
		gone.do(t, c.method, c.path, c.body).refuses(t, 403, "account_suspended")
		shared.anybody().do(t, c.method, c.path, c.body).refuses(t, 401, "invalid_token")
	}
	// What the other client saw is its own alone.
	if ids := other.get(t, "/tickets").wants(t, 200).column(t, "id"); len(ids) != 1 || "/tickets/"+ids[0] == path {
		t.Errorf("another client's tickets are %v", ids)
	}
	owner.get(t, "%s", path).wants(t, 200).is(t, object{"replies.0.message": "Halo"})
	owner.get(t, "/tickets/x").refusesField(t, "id")
}

func TestTicketsAreHeldToTheirRules(t *testing.T) {
	t.Parallel()
	c := newMerchant(t).portal(t)
	path := "/tickets/" + c.asks(t) + "/reply"
	long, longer := strings.Repeat("é", 10_000), strings.Repeat("é", 10_001)
	for _, field := range []string{"subject", "description"} {
		c.post(t, "/tickets", question.without(field)).refusesField(t, field)
		for _, bad := range []any{nil, 7, "", " \n", "a\x00b", longer} {
			c.post(t, "/tickets", question.with(field, bad)).refusesField(t, field)
		}
	}
	c.post(t, "/tickets", question.with("subject", strings.Repeat("x", 256))).refusesField(t, "subject")
	c.post(t, "/tickets", question.with("subject", "a\nb")).refusesField(t, "subject")
	for _, field := range []string{"category", "priority"} {
		for _, bad := range []any{"other ", "HIGH", 7, "critical"} {
			c.post(t, "/tickets", question.with(field, bad)).refusesField(t, field)
		}
	}
	for _, category := range []string{"bug", "feature_request", "question", "other"} {
		for _, priority := range []string{"low", "medium", "high"} {
			said := object{"category": category, "priority": priority}
			c.post(t, "/tickets", said.with("subject", "S").with("description", long)).wants(t, 201).is(t, said)
		}
	}
	c.post(t, path, object{}).refusesField(t, "message")
	for _, bad := range []any{nil, 7, "", "  ", "a\x00b", longer} {
		c.post(t, path, object{"message": bad}).refusesField(t, "message")
	}
	c.post(t, path, object{"message": long}).wants(t, 201)
	c.get(t, "/tickets?per_page=5&page=3").wants(t, 200).hasMeta(t, 13, 5, 3, 3)
	c.get(t, "/tickets?page=0").refusesField(t, "page")
	c.get(t, "/tickets?status=none").wants(t, 200).hasMeta(t, 0, 15, 1, 1)
}

func TestUnderAKeyATicketAReplyAndAProposalAreMadeOnce(t *testing.T) {
	t.Parallel()
	c := newMerchant(t).portal(t)
	one, two := "/tickets/"+c.asks(t), "/tickets/"+c.asks(t)
	for path, body := range map[string]object{
		"/tickets": question, one + "/reply": message, "/proposals": {"nama": "Budi", "email": "b@example.com", "deskripsi": "Satu"},
	} {
		key := c.with("Idempotency-Key", "key of "+path)
		first := key.post(t, path, body).wants(t, 201)
		again := key.post(t, path, body).wants(t, 201)
		if string(first.body) != string(again.body) || again.header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s: first %s\nthen  %s", path, first.body, again.body)
		}
	}
	// The same words under the same key to another ticket are another request.
	c.with("Idempotency-Key", "key of "+one+"/reply").post(t, two+"/reply", message).refuses(t, 409, "idempotency_key_reused")
	c.get(t, "/tickets").wants(t, 200).hasMeta(t, 3, 15, 1, 1)
	if replies := c.get(t, "%s", one).field(t, "replies").([]any); len(replies) != 1 {
		t.Errorf("%d replies", len(replies))
	}
	desk := shared.staff(t, "support").with("Idempotency-Key", "key of "+one+"/reply")
	mine := desk.post(t, "/admin"+one+"/reply", message).wants(t, 201).id(t, "id")
	desk.post(t, "/admin"+one+"/reply", message).wants(t, 201).is(t, object{"id": mine})
}
