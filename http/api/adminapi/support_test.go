package adminapi

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain/admin"
	"gateway/domain/person"
	"gateway/domain/proposal"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
	"gateway/projections/readmodel/ticketrows"
)

// merchant creates an approved client and logs it in.
func (f fixture) merchant(email string) (id int64, bearer string) {
	f.t.Helper()
	id = f.client(email)
	if _, err := f.Accounts.Approve(f.t.Context(), id, ""); err != nil {
		f.t.Fatal(err)
	}
	token, err := f.core.State.OpenSession(f.t.Context(), state.PersonSession, state.Session{Subject: id, CreatedAt: f.core.Now(), ExpiresAt: f.core.Now().Add(time.Hour)})
	if err != nil {
		f.t.Fatal(err)
	}
	return id, "Bearer " + token
}

// create sends a POST as a client and returns the id of the created thing.
func (f fixture) create(bearer, path, body string) string {
	f.t.Helper()
	got := f.want(servicetest.Call(f.t, f.h, "POST", path, body, "Authorization", bearer), 201, "")
	return itoa(servicetest.Into[struct{ ID int64 }](f.t, got).ID)
}

// adminOf returns the id of the administrator with the bearer token.
func (f fixture) adminOf(bearer string) int64 {
	f.t.Helper()
	_, token, _ := strings.Cut(bearer, " ")
	open, err := f.core.State.FindSession(f.t.Context(), state.AdminSession, token, f.core.Now())
	if err != nil {
		f.t.Fatal(err)
	}
	return open.Subject
}

// actors returns the actor (`by`) of each event of a stream.
func (f fixture) actors(stream string) (names []string) {
	f.t.Helper()
	events, err := f.core.Log.Store().ReadStream(f.t.Context(), stream, 0, eventstore.Forwards, 100)
	for _, e := range events {
		var named struct{ By string }
		err = errors.Join(err, json.Unmarshal(e.Data, &named))
		names = append(names, named.By)
	}
	if err != nil {
		f.t.Fatal(err)
	}
	return names
}

func TestATicketIsAnsweredAndClosed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	staff := f.staff()
	support, root := staff[admin.RoleSupport], staff[admin.RoleAdmin]
	client, merchant := f.merchant("toko@example.com")
	id := f.create(merchant, "/tickets", `{"subject":"Callback","description":"None came"}`)
	path := "/tickets/" + id
	show := func() clientThread {
		return servicetest.Into[clientThread](t, f.want(f.as(root, "GET", path, ""), 200, ""))
	}
	status := func(want string) {
		t.Helper()
		listed := servicetest.Into[[]clientTicket](t, f.want(f.as(root, "GET", "/tickets?status="+want, ""), 200, ""))
		if len(listed) != 1 || listed[0].ClientID != client || listed[0].Status != want || show().Ticket.Status != want {
			t.Errorf("listed as %s is %+v, shown is %+v", want, listed, show())
		}
	}

	status(ticket.StatusOpen)
	for body, field := range map[string]string{`{}`: "message", `{"message":" "}`: "message"} {
		if got := f.as(support, "POST", path+"/reply", body); got.Status != 400 || got.Field != field {
			t.Errorf("%s: %d of %q, want 400 of %q", body, got.Status, got.Field, field)
		}
	}
	reply := servicetest.Into[ticketrows.TicketReply](t, f.want(f.as(support, "POST", path+"/reply", `{"message":"We look"}`), 201, ""))
	if !reply.IsAdmin || reply.Message != "We look" {
		t.Errorf("the reply is %+v", reply)
	}
	status(ticket.StatusAnswered)
	if shown := show(); len(shown.Replies) != 1 || shown.Replies[0] != reply {
		t.Errorf("shown is %+v, replied was %+v", shown.Replies, reply)
	}
	f.create(merchant, path+"/reply", `{"message":"Thanks"}`)
	status(ticket.StatusOpen)
	for range 2 {
		closed := servicetest.Into[clientTicket](t, f.want(f.as(support, "POST", path+"/close", ""), 200, ""))
		if closed.Status != ticket.StatusClosed || closed.ClientID != client {
			t.Errorf("closed is %+v", closed)
		}
	}
	status(ticket.StatusClosed)
	f.want(f.as(support, "POST", path+"/reply", `{"message":"One more"}`), 400, "ticket_closed")
	them, us := person.Actor(client, client), "admin:"+itoa(f.adminOf(support))
	if got := f.actors("ticket-" + id); !slices.Equal(got, []string{them, us, them, us}) {
		t.Errorf("the events are by %v", got)
	}
	f.want(f.as(root, "GET", "/tickets/987654", ""), 404, "not_found")
	f.want(f.as(support, "POST", "/tickets/987654/close", ""), 404, "not_found")
	f.want(f.as(support, "POST", "/tickets/987654/reply", `{"message":"x"}`), 404, "not_found")
}

func TestReadingAProposalNamesTheAdministrator(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	staff := f.staff()
	client, merchant := f.merchant("toko@example.com")
	id := f.create(merchant, "/proposals", `{"nama":"Budi","email":"budi@example.com","deskripsi":"Satu"}`)
	list := func(status string) []clientProposal {
		return servicetest.Into[[]clientProposal](t, f.want(f.as(staff[admin.RoleAdmin], "GET", "/proposals?status="+status, ""), 200, ""))
	}
	if fresh := list(proposal.StatusNew); len(fresh) != 1 || fresh[0].ClientID != client || len(list(proposal.StatusRead)) != 0 {
		t.Errorf("new are %+v", fresh)
	}
	for range 2 {
		got := servicetest.Into[clientProposal](t, f.want(f.as(staff[admin.RoleSupport], "POST", "/proposals/"+id+"/read", ""), 200, ""))
		if got.Status != proposal.StatusRead {
			t.Errorf("read is %+v", got)
		}
	}
	if got, us := f.actors("proposal-"+id), "admin:"+itoa(f.adminOf(staff[admin.RoleSupport])); len(got) != 2 || got[1] != us {
		t.Errorf("the events are by %v, want %s as the second", got, us)
	}
	if len(list(proposal.StatusNew)) != 0 || len(list("")) != 1 {
		t.Error("what was read is still new")
	}
	f.want(f.as(staff[admin.RoleSupport], "POST", "/proposals/987654/read", ""), 404, "not_found")
}
