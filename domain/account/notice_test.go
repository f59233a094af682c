package account

import (
	"testing"
	"time"

	"gateway/domain"
)

func TestANoticeStandsForAnHourAndForItsFields(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, append(approvedClient[:len(approvedClient):len(approvedClient)],
		domain.Event(ProfileUpdated{ClientID: 7, At: noon, Profile: Profile{Name: "Toko", Email: "toko@example.com", AccountNumber: "1", Bank: "BCA"}}))...)
	for _, step := range []struct {
		name   string
		after  time.Duration
		fields []string
		silent bool
	}{
		{"the first", 0, []string{FieldAccountNumber}, false},
		{"the same field", time.Minute, []string{FieldAccountNumber}, true},
		{"another field", 2 * time.Minute, []string{FieldAccountNumber, FieldEmail}, false},
		{"one of those", 3 * time.Minute, []string{FieldEmail}, true},
		{"an hour after the last notice", 62 * time.Minute, []string{FieldEmail}, false},
		{"in the next pause", 62*time.Minute + day, []string{FieldEmail}, false},
	} {
		events := s.pause(step.fields, day, noon.Add(step.after))
		paused, ok := events[0].(AutoApprovalPaused)
		if !ok || paused.Silent != step.silent || (len(paused.Mails()) == 0) != step.silent {
			t.Errorf("%s: silent is %t, %d mails", step.name, paused.Silent, len(paused.Mails()))
		}
		s = Evolve(s, paused)
	}
	if s.Pause.Number != 2 || !s.Pause.Since.Equal(noon.Add(62*time.Minute+day)) {
		t.Errorf("the pause is %+v", s.Pause)
	}
}
