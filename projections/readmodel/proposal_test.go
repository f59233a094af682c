package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/projections/readmodel"
)

func TestAProposalIsNewUntilItIsRead(t *testing.T) {
	t.Parallel()
	submitted := proposal.Submitted{
		ProposalID: 1, ClientID: 7, Name: "Budi", Company: "PT Toko", Email: "b@m.test", Whatsapp: "+62", Description: "Satu.\nDua.", At: noon,
	}
	bare := proposal.Submitted{ProposalID: 2, ClientID: 8, Name: "Ani", Email: "a@m.test", Description: "Tiga", At: after(1)}
	given(t, []domain.Event{submitted, bare, proposal.Read{ProposalID: 1, ClientID: 7, At: after(2)}}, func(t *testing.T, q *readmodel.Queries) {
		list, total, err := q.Proposals(t.Context(), "", firstPage)
		must(t, err)
		equal(t, "total", total, 2)
		wantJSON(t, list, `[
			{"id":2,"nama":"Ani","perusahaan":null,"email":"a@m.test","whatsapp":null,"deskripsi":"Tiga","status":"new","created_at":"2026-03-01T05:01:00Z"},
			{"id":1,"nama":"Budi","perusahaan":"PT Toko","email":"b@m.test","whatsapp":"+62","deskripsi":"Satu.\nDua.","status":"read","created_at":"2026-03-01T05:00:00Z"}]`)
		fresh, total, err := q.Proposals(t.Context(), proposal.StatusNew, firstPage)
		must(t, err)
		equal(t, "total of new ones", total, 1)
		equal(t, "the new one", fresh[0].ID, 2)
		one, err := q.Proposal(t.Context(), 1)
		must(t, err)
		equal(t, "client", one.ClientID, 7)
		_, err = q.Proposal(t.Context(), 3)
		wantNotFound(t, err)
	})
}
