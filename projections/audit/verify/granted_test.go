package verify_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/eventstore"
)

func TestAnActWithoutTwoAdministratorsIsFound(t *testing.T) {
	t.Parallel()
	asked := approval.Requested{ApprovalID: 1, Act: "fee.change", By: "admin:1", ExpiresAt: noon.Add(time.Hour), At: noon}
	granted := approval.Granted{ApprovalID: 1, By: "admin:2", At: noon}
	both := eventstore.Metadata{Actor: "admin:1", ApprovedBy: "admin:2", ApprovalID: 1}
	type step struct {
		meta  eventstore.Metadata
		event domain.Event
	}
	for _, c := range []struct {
		name  string
		steps []step
		found string
	}{
		{"sound", []step{{event: asked}, {event: granted}, {both, approval.Done{ApprovalID: 1}}}, ""},
		{"not granted yet", []step{{event: asked}, {both, approval.Done{ApprovalID: 1}}}, "which is not granted"},
		{"after it was done", []step{{event: asked}, {event: granted}, {both, approval.Done{ApprovalID: 1}}, {both, approval.Done{ApprovalID: 1}}}, "which is not granted"},
		{"of no approval", []step{{both, approval.Done{ApprovalID: 1}}}, "which is not granted"},
		{
			"by another than who granted it",
			[]step{{event: asked}, {event: granted}, {eventstore.Metadata{Actor: "admin:1", ApprovedBy: "admin:3", ApprovalID: 1}, approval.Done{ApprovalID: 1}}},
			"names admin:1 and admin:3",
		},
		{"by the one who asked", []step{{event: asked}, {event: approval.Granted{ApprovalID: 1, By: "admin:1", At: noon}}}, "granted what they asked for"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newInstallation(t)
			for _, step := range c.steps {
				_, err := eventstore.Execute(eventstore.WithMetadata(t.Context(), step.meta), s.log, approval.Aggregate, approval.Stream(1),
					func(approval.State) ([]domain.Event, error) { return []domain.Event{step.event}, nil })
				if err != nil {
					t.Fatal(err)
				}
			}
			report := s.verify(t)
			if c.found == "" && finds(report, "second administrator", "") || c.found != "" && !finds(report, "second administrator", c.found) {
				t.Errorf("%s", report)
			}
		})
	}
}
