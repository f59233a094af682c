package proposal_test

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/proposal"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

var submitted = proposal.Submitted{
	ProposalID: 1, ClientID: 7, Name: "Budi", Company: "PT Toko", Email: "budi@example.com", Whatsapp: "+62 812",
	Description: "Satu.\nDua.", By: "client:7", At: noon,
}

func TestSubmitAndMarkRead(t *testing.T) {
	t.Parallel()
	submit := func(change func(*proposal.SubmitCmd)) func(proposal.State) ([]domain.Event, error) {
		cmd := proposal.SubmitCmd(submitted)
		change(&cmd)
		return func(s proposal.State) ([]domain.Event, error) { return proposal.Submit(s, cmd) }
	}
	markRead := func(s proposal.State) ([]domain.Event, error) { return proposal.MarkRead(s, "admin:3", noon) }
	read := proposal.Read{ProposalID: 1, ClientID: 7, By: "admin:3", At: noon}
	bare := submitted
	bare.Company, bare.Whatsapp = "", ""
	eventsOf := func(events ...domain.Event) []domain.Event { return events }
	domaintest.Run(t, proposal.Aggregate, []domaintest.Case[proposal.State]{
		{Name: "a retry does nothing", Given: eventsOf(submitted), When: submit(func(*proposal.SubmitCmd) {})},
		{Name: "without a name", When: submit(func(c *proposal.SubmitCmd) { c.Name = "" }), Refused: "invalid_field nama"},
		{Name: "a company that is too long", When: submit(func(c *proposal.SubmitCmd) { c.Company = strings.Repeat("x", 256) }), Refused: "invalid_field perusahaan"},
		{Name: "an address that is none", When: submit(func(c *proposal.SubmitCmd) { c.Email = "budi" }), Refused: "invalid_field email"},
		{Name: "a number that is too long", When: submit(func(c *proposal.SubmitCmd) { c.Whatsapp = strings.Repeat("1", 256) }), Refused: "invalid_field whatsapp"},
		{Name: "without a description", When: submit(func(c *proposal.SubmitCmd) { c.Description = "\n" }), Refused: "invalid_field deskripsi"},
		{Name: "a description that is too long", When: submit(func(c *proposal.SubmitCmd) { c.Description = strings.Repeat("x", 10_001) }), Refused: "invalid_field deskripsi"},
		{Name: "without what is optional", When: submit(func(c *proposal.SubmitCmd) { c.Company, c.Whatsapp = "", "" }), Then: eventsOf(bare)},
		{Name: "the address as it is compared", When: submit(func(c *proposal.SubmitCmd) { c.Email = " Budi@Example.com" }), Then: eventsOf(submitted)},
		{Name: "read what is none", When: markRead, Refused: "not_found"},
		{Name: "read", Given: eventsOf(submitted), When: markRead, Then: eventsOf(read)},
		{Name: "read again", Given: eventsOf(submitted, read), When: markRead},
	})
}
