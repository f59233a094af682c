package e2e

import (
	"slices"
	"strings"
	"testing"
)

var (
	proposalShape = shape{
		"id": "integer", "nama": "string", "perusahaan": "string?", "email": "string", "whatsapp": "string?", "deskripsi": "string",
		"status": "string", "created_at": "time",
	}
	adminProposalShape = proposalShape.and(shape{"client_id": "integer"})
)

func TestAProposalIsNewUntilAnAdministratorReadsIt(t *testing.T) {
	t.Parallel()
	m, support := newMerchant(t), shared.staff(t, "support")
	c := m.portal(t)
	full := object{"nama": "Budi", "perusahaan": "PT Toko", "email": "budi@example.com", "whatsapp": "+62 812", "deskripsi": "Satu.\nDua."}
	made := c.post(t, "/proposals", full).wants(t, 201).has(t, "", proposalShape).is(t, full.with("status", "new"))
	bare := full.without("perusahaan").without("whatsapp")
	c.post(t, "/proposals", bare).wants(t, 201).has(t, "", proposalShape).is(t, object{"perusahaan": nil, "whatsapp": nil})

	id := itoa(made.id(t, "id"))
	isListed := func(status string) bool {
		t.Helper()
		listed := support.get(t, "/admin/proposals?per_page=100&status=%s", status).wants(t, 200)
		return slices.Contains(listed.column(t, "id"), id)
	}
	for range 2 {
		if !isListed("new") || isListed("read") {
			t.Error("it is not new, or it was enough to list it")
		}
	}
	support.post(t, "/admin/proposals/"+id+"/read", nil).wants(t, 200).has(t, "", adminProposalShape).is(t, object{"status": "read", "client_id": m.id})
	support.post(t, "/admin/proposals/"+id+"/read", nil).wants(t, 200).is(t, object{"status": "read"})
	if isListed("new") || !isListed("read") {
		t.Error("it is not read")
	}
}

func TestProposalsAreHeldToTheirRules(t *testing.T) {
	t.Parallel()
	c := newMerchant(t).portal(t)
	sound := object{"nama": "Budi", "email": "budi@example.com", "deskripsi": "Satu"}
	for _, field := range []string{"nama", "email", "deskripsi"} {
		c.post(t, "/proposals", sound.without(field)).refusesField(t, field)
		for _, bad := range []any{nil, 7, "", " ", "a\x00b", strings.Repeat("x", 10_001)} {
			c.post(t, "/proposals", sound.with(field, bad)).refusesField(t, field)
		}
	}
	for _, field := range []string{"perusahaan", "whatsapp"} {
		for _, bad := range []any{7, "a\nb", strings.Repeat("x", 256)} {
			c.post(t, "/proposals", sound.with(field, bad)).refusesField(t, field)
		}
	}
	c.post(t, "/proposals", sound.with("email", "budi")).refusesField(t, "email")
}

// An auditor reads, support works, an admin does everything.
func TestTheRolesOnTheDesk(t *testing.T) {
	t.Parallel()
	c := newMerchant(t).portal(t)
	ticket := "/admin/tickets/" + c.asks(t)
	proposal := "/admin/proposals/" + itoa(c.post(t, "/proposals", object{"nama": "B", "email": "b@example.com", "deskripsi": "S"}).wants(t, 201).id(t, "id"))
	for role, works := range map[string]bool{"auditor": false, "support": true, "admin": true} {
		who := shared.staff(t, role)
		for _, path := range []string{"/admin/tickets", ticket, "/admin/proposals"} {
			who.get(t, "%s", path).wants(t, 200)
		}
		for _, call := range []struct {
			path string
			good int
			body any
		}{{ticket + "/reply", 201, message}, {proposal + "/read", 200, nil}} {
			got := who.post(t, call.path, call.body)
			if works {
				got.wants(t, call.good)
			} else {
				got.refuses(t, 403, "role_forbidden")
			}
		}
		for _, path := range []string{"/admin/tickets/999999999/reply", "/admin/tickets/999999999/close", "/admin/proposals/999999999/read"} {
			if works {
				who.post(t, path, message).refuses(t, 404, "not_found")
			} else {
				who.post(t, path, message).refuses(t, 403, "role_forbidden")
			}
		}
		who.get(t, "/admin/tickets/999999999").refuses(t, 404, "not_found")
		who.get(t, "/admin/tickets?page=0").refusesField(t, "page")
	}
	shared.staff(t, "auditor").post(t, ticket+"/close", nil).refuses(t, 403, "role_forbidden")
	shared.admin(t).post(t, ticket+"/reply", object{}).refusesField(t, "message")
	shared.admin(t).post(t, ticket+"/close", nil).wants(t, 200).is(t, object{"status": "closed"})
}
