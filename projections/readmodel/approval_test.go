package readmodel_test

import (
	"encoding/json"
	"testing"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

func TestAnApprovalIsListedByWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	amount := rupiah.Of(5_000_000)
	requested := func(id int64, expires int) approval.Requested {
		return approval.Requested{
			ApprovalID: id, Act: "balance.adjust", What: "add", Subject: "clients/7", Amount: &amount, Command: json.RawMessage(`{"id":1}`),
			By: "admin:1", Reason: "lost", ExpiresAt: after(expires), At: after(int(id)),
		}
	}
	granted := func(id int64) approval.Granted {
		return approval.Granted{ApprovalID: id, By: "admin:2", Reason: "seen", Owner: "p", At: after(10)}
	}
	given(t, []domain.Event{
		requested(1, 100), requested(2, 100), requested(3, 100), requested(4, 100), requested(5, 50), requested(6, 100),
		granted(1),
		approval.Done{ApprovalID: 1, Result: json.RawMessage(`{"b":1,"a":2.50}`), At: after(11)},
		granted(2),
		approval.Failed{ApprovalID: 2, Code: "insufficient_balance", Message: "too little", At: after(11)},
		approval.Refused{ApprovalID: 3, By: "admin:2", Reason: "no", At: after(12)},
		granted(4),
		approval.Resumed{ApprovalID: 4, Owner: "q", At: after(13)},
	}, func(t *testing.T, q *readmodel.Queries) {
		done, err := q.Approval(t.Context(), 1)
		must(t, err)
		wantJSON(t, done, `{"id":1,"kind":"balance.adjust","what":"add","subject":"clients/7","amount":5000000,"by":"admin:1","reason":"lost",
			"status":"done","created_at":"2026-03-01T05:01:00Z","expires_at":"2026-03-01T06:40:00Z","decided_by":"admin:2","decision":"seen",
			"decided_at":"2026-03-01T05:10:00Z","finished_at":"2026-03-01T05:11:00Z","result":{"b":1,"a":2.50}}`)
		failed, err := q.Approval(t.Context(), 2)
		must(t, err)
		wantJSON(t, failed.Result, `{"error_code":"insufficient_balance","message":"too little"}`)
		for status, want := range map[string][]int64{
			"": {6, 5, 4, 3, 2, 1}, "requested": {6, 5}, "granted": {4}, "done": {1}, "failed": {2}, "refused": {3}, "expired": {},
		} {
			list, total, err := q.Approvals(t.Context(), status, firstPage)
			must(t, err)
			ids := []int64{}
			for _, a := range list {
				ids = append(ids, a.ID)
			}
			equal(t, status, ids, want)
			equal(t, "total of "+status, total, int64(len(want)))
		}
		due, err := q.DueApprovals(t.Context(), after(50), 10)
		must(t, err)
		equal(t, "due", len(due), 2)
		equal(t, "the expired one first", due[0].ID, int64(5))
		equal(t, "the one that is granted and not done", due[1].ID, int64(4))
		waiting, oldest, err := q.ApprovalBacklog(t.Context())
		must(t, err)
		equal(t, "waiting", waiting, int64(2))
		equal(t, "since", oldest, after(5))
		_, err = q.Approval(t.Context(), 7)
		wantNotFound(t, err)
	})
}
