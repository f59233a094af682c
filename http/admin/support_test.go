package admin

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/proposal"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
	"gateway/projections/readmodel"
)

// merchant is an approved client that is logged in.
func (d desk) merchant(email string) (id int64, bearer string) {
	d.t.Helper()
	id = d.client(email)
	err := d.changeAccount(d.t.Context(), id, func(s account.State) ([]domain.Event, error) {
		return account.Approve(s, account.ApproveCmd{By: "admin:1", At: d.Now(), NewAppID: id})
	})
	if err != nil {
		d.t.Fatal(err)
	}
	token, err := d.State.Login(d.t.Context(), state.ClientSession, id, "", d.Now(), d.Now().Add(time.Hour))
	if err != nil {
		d.t.Fatal(err)
	}
	return id, "Bearer " + token
}

// made is the id of what a client made with a POST.
func (d desk) made(bearer, path, body string) string {
	d.t.Helper()
	got := d.want(servicetest.Call(d.t, d.h, "POST", path, body, "Authorization", bearer), 201, "")
	return itoa(servicetest.Into[struct{ ID int64 }](d.t, got).ID)
}

// idOf is whose bearer token it is.
func (d desk) idOf(bearer string) int64 {
	d.t.Helper()
	_, token, _ := strings.Cut(bearer, " ")
	open, err := d.State.Session(d.t.Context(), state.AdminSession, token, d.Now())
	if err != nil {
		d.t.Fatal(err)
	}
	return open.Subject
}

// by is who each event of a stream names.
func (d desk) by(stream string) (names []string) {
	d.t.Helper()
	events, err := d.Log.Store().ReadStream(d.t.Context(), stream, 0, eventstore.Forwards, 100)
	for _, e := range events {
		var named struct{ By string }
		err = errors.Join(err, json.Unmarshal(e.Data, &named))
		names = append(names, named.By)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return names
}

func TestATicketOnTheDesk(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	staff := d.staff()
	support, auditor := staff[admin.RoleSupport], staff[admin.RoleAuditor]
	client, merchant := d.merchant("toko@example.com")
	id := d.made(merchant, "/tickets", `{"subject":"Callback","description":"None came"}`)
	path := "/tickets/" + id
	show := func() AdminTicketWithReplies {
		return servicetest.Into[AdminTicketWithReplies](t, d.want(d.as(auditor, "GET", path, ""), 200, ""))
	}
	status := func(want string) {
		t.Helper()
		listed := servicetest.Into[[]clientTicket](t, d.want(d.as(auditor, "GET", "/tickets?status="+want, ""), 200, ""))
		if len(listed) != 1 || listed[0].ClientID != client || listed[0].Status != want || show().Ticket.Status != want {
			t.Errorf("listed as %s is %+v, shown is %+v", want, listed, show())
		}
	}

	status(ticket.StatusOpen)
	for body, field := range map[string]string{`{}`: "message", `{"message":" "}`: "message"} {
		if got := d.as(support, "POST", path+"/reply", body); got.Status != 400 || got.Field != field {
			t.Errorf("%s: %d of %q, want 400 of %q", body, got.Status, got.Field, field)
		}
	}
	reply := servicetest.Into[readmodel.TicketReply](t, d.want(d.as(support, "POST", path+"/reply", `{"message":"We look"}`), 201, ""))
	if !reply.IsAdmin || reply.Message != "We look" {
		t.Errorf("the reply is %+v", reply)
	}
	status(ticket.StatusAnswered)
	if shown := show(); len(shown.Replies) != 1 || shown.Replies[0] != reply {
		t.Errorf("shown is %+v, replied was %+v", shown.Replies, reply)
	}
	d.made(merchant, path+"/reply", `{"message":"Thanks"}`)
	status(ticket.StatusOpen)
	for range 2 {
		closed := servicetest.Into[clientTicket](t, d.want(d.as(support, "POST", path+"/close", ""), 200, ""))
		if closed.Status != ticket.StatusClosed || closed.ClientID != client {
			t.Errorf("closed is %+v", closed)
		}
	}
	status(ticket.StatusClosed)
	d.want(d.as(support, "POST", path+"/reply", `{"message":"One more"}`), 400, "ticket_closed")
	them, us := "client:"+itoa(client), "admin:"+itoa(d.idOf(support))
	if got := d.by("ticket-" + id); !slices.Equal(got, []string{them, us, them, us}) {
		t.Errorf("the events are by %v", got)
	}
	d.want(d.as(auditor, "GET", "/tickets/987654", ""), 404, "not_found")
	d.want(d.as(support, "POST", "/tickets/987654/close", ""), 404, "not_found")
	d.want(d.as(support, "POST", "/tickets/987654/reply", `{"message":"x"}`), 404, "not_found")
}

func TestAProposalIsReadOnceAndByName(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	staff := d.staff()
	client, merchant := d.merchant("toko@example.com")
	id := d.made(merchant, "/proposals", `{"nama":"Budi","email":"budi@example.com","deskripsi":"Satu"}`)
	list := func(status string) []clientProposal {
		return servicetest.Into[[]clientProposal](t, d.want(d.as(staff[admin.RoleAuditor], "GET", "/proposals?status="+status, ""), 200, ""))
	}
	if fresh := list(proposal.StatusNew); len(fresh) != 1 || fresh[0].ClientID != client || len(list(proposal.StatusRead)) != 0 {
		t.Errorf("new are %+v", fresh)
	}
	for range 2 {
		got := servicetest.Into[clientProposal](t, d.want(d.as(staff[admin.RoleSupport], "POST", "/proposals/"+id+"/read", ""), 200, ""))
		if got.Status != proposal.StatusRead {
			t.Errorf("read is %+v", got)
		}
	}
	if got, us := d.by("proposal-"+id), "admin:"+itoa(d.idOf(staff[admin.RoleSupport])); len(got) != 2 || got[1] != us {
		t.Errorf("the events are by %v, want %s as the second", got, us)
	}
	if len(list(proposal.StatusNew)) != 0 || len(list("")) != 1 {
		t.Error("what was read is still new")
	}
	d.want(d.as(staff[admin.RoleSupport], "POST", "/proposals/987654/read", ""), 404, "not_found")
}
