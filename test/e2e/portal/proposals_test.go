package portal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

var (
	proposalShape = shape{
		"id": "integer", "nama": "string", "perusahaan": "string?", "email": "string", "whatsapp": "string?", "deskripsi": "string",
		"status": "string", "created_at": "time",
	}
	adminProposalShape = proposalShape.And(shape{"client_id": "integer", "client_name": "string"})
)

func TestAProposalIsNewUntilAnAdministratorReadsIt(t *testing.T) {
	t.Parallel()
	m, support := harness.NewMerchant(t), harness.Shared(t).AddAdmin(t, "support")
	c := m.LogIn(t)
	full := object{"nama": "Budi", "perusahaan": "PT Toko", "email": "budi@example.com", "whatsapp": "+62 812", "deskripsi": "Satu.\nDua."}
	made := c.Post(t, "/proposals", full).Wants(t, 201).Has(t, "", proposalShape).Is(t, full.With("status", "new"))
	bare := full.Without("perusahaan").Without("whatsapp")
	c.Post(t, "/proposals", bare).Wants(t, 201).Has(t, "", proposalShape).Is(t, object{"perusahaan": nil, "whatsapp": nil})

	id := fmt.Sprint(made.ID(t, "id"))
	isListed := func(status string) bool {
		t.Helper()
		listed := support.Get(t, "/admin/proposals?per_page=100&status=%s", status).Wants(t, 200)
		return slices.Contains(listed.Column(t, "id"), id)
	}
	for range 2 {
		if !isListed("new") || isListed("read") {
			t.Error("it is not new, or it was enough to list it")
		}
	}
	support.Post(t, "/admin/proposals/"+id+"/read", nil).Wants(t, 200).Has(t, "", adminProposalShape).Is(t, object{"status": "read", "client_id": m.ID})
	support.Post(t, "/admin/proposals/"+id+"/read", nil).Wants(t, 200).Is(t, object{"status": "read"})
	if isListed("new") || !isListed("read") {
		t.Error("it is not read")
	}
}

func TestProposalsAreHeldToTheirRules(t *testing.T) {
	t.Parallel()
	c := harness.NewMerchant(t).LogIn(t)
	sound := object{"nama": "Budi", "email": "budi@example.com", "deskripsi": "Satu"}
	for _, field := range []string{"nama", "email", "deskripsi"} {
		c.Post(t, "/proposals", sound.Without(field)).RefusesField(t, field)
		for _, bad := range []any{nil, 7, "", " ", "a\x00b", strings.Repeat("x", 10_001)} {
			c.Post(t, "/proposals", sound.With(field, bad)).RefusesField(t, field)
		}
	}
	for _, field := range []string{"perusahaan", "whatsapp"} {
		for _, bad := range []any{7, "a\nb", strings.Repeat("x", 256)} {
			c.Post(t, "/proposals", sound.With(field, bad)).RefusesField(t, field)
		}
	}
	c.Post(t, "/proposals", sound.With("email", "budi")).RefusesField(t, "email")
}

// An auditor reads no tickets and proposals; support and admin read and answer.
func TestTheRoleDecidesWhoAnswersTicketsAndProposals(t *testing.T) {
	t.Parallel()
	c := harness.NewMerchant(t).LogIn(t)
	ticket := "/admin/tickets/" + c.OpenTicket(t)
	proposal := "/admin/proposals/" + fmt.Sprint(c.Post(t, "/proposals", object{"nama": "B", "email": "b@example.com", "deskripsi": "S"}).Wants(t, 201).ID(t, "id"))
	for role, works := range map[string]bool{"auditor": false, "support": true, "admin": true} {
		who := harness.Shared(t).AddAdmin(t, role)
		for _, path := range []string{"/admin/tickets", ticket, "/admin/proposals"} {
			if read := who.Get(t, "%s", path); works {
				read.Wants(t, 200)
			} else {
				read.Refuses(t, 403, "role_forbidden")
			}
		}
		for _, call := range []struct {
			path string
			good int
			body any
		}{{ticket + "/reply", 201, harness.Message}, {proposal + "/read", 200, nil}} {
			got := who.Post(t, call.path, call.body)
			if works {
				got.Wants(t, call.good)
			} else {
				got.Refuses(t, 403, "role_forbidden")
			}
		}
		for _, path := range []string{"/admin/tickets/999999999/reply", "/admin/tickets/999999999/close", "/admin/proposals/999999999/read"} {
			if works {
				who.Post(t, path, harness.Message).Refuses(t, 404, "not_found")
			} else {
				who.Post(t, path, harness.Message).Refuses(t, 403, "role_forbidden")
			}
		}
		if works {
			who.Get(t, "/admin/tickets/999999999").Refuses(t, 404, "not_found")
			who.Get(t, "/admin/tickets?page=0").RefusesField(t, "page")
		}
	}
	harness.Shared(t).AddAdmin(t, "auditor").Post(t, ticket+"/close", nil).Refuses(t, 403, "role_forbidden")
	harness.Shared(t).Admin(t).Post(t, ticket+"/reply", object{}).RefusesField(t, "message")
	harness.Shared(t).Admin(t).Post(t, ticket+"/close", nil).Wants(t, 200).Is(t, object{"status": "closed"})
}
