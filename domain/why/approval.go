package why

import (
	"strconv"

	"gateway/domain/approval"
)

// addApprovals adds the acts about the subject that wait for a second administrator, and those that are being
// carried out.
func (b *builder) addApprovals(w World) {
	for _, id := range openApprovals(w.Approvals) {
		about := "approvals/" + strconv.FormatInt(id.requested.ApprovalID, 10)
		switch {
		case id.granted:
			b.add(Reason{Code: ApprovalIsRunning, About: about, Event: id.at, Detail: id.requested.What})
		case w.Now.Before(id.requested.ExpiresAt):
			b.add(Reason{
				Code: SecondSignature, About: about, Event: id.at, Until: id.requested.ExpiresAt, Amount: id.requested.Amount,
				Other: id.requested.By, Detail: id.requested.What,
			})
		}
	}
}

type openApproval struct {
	requested approval.Requested
	at        Place
	granted   bool
}

// openApprovals returns the approvals that are neither refused, expired, done nor failed, in the order in
// which they were requested.
func openApprovals(facts []Fact) (open []openApproval) {
	index := map[int64]int{}
	for _, f := range facts {
		switch e := f.Event.(type) {
		case approval.Requested:
			index[e.ApprovalID] = len(open)
			open = append(open, openApproval{requested: e, at: f.Place})
		case approval.Granted:
			if i, ok := index[e.ApprovalID]; ok {
				open[i].granted, open[i].at = true, f.Place
			}
		case approval.Refused:
			delete(index, e.ApprovalID)
		case approval.Expired:
			delete(index, e.ApprovalID)
		case approval.Done:
			delete(index, e.ApprovalID)
		case approval.Failed:
			delete(index, e.ApprovalID)
		}
	}
	kept := open[:0]
	for i, o := range open {
		if at, ok := index[o.requested.ApprovalID]; ok && at == i {
			kept = append(kept, o)
		}
	}
	return kept
}
