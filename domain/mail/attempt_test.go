package mail

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func start(at time.Time) func(State) ([]domain.Event, error) {
	return func(s State) ([]domain.Event, error) {
		return Start(s, StartCmd{MailID: "ml_1", ClientID: 7, Kind: "reset", Until: noon.Add(2 * time.Hour), At: at})
	}
}

func record(attempt int, problem string, refused bool) func(State) ([]domain.Event, error) {
	return func(s State) ([]domain.Event, error) {
		return Record(s, RecordCmd{
			MailID: "ml_1", ClientID: 7, Kind: "reset", Attempt: attempt, Result: Result{Err: problem, Refused: refused}, At: noon,
		})
	}
}

func started(n int, at time.Time) Started {
	return Started{MailID: "ml_1", ClientID: 7, Kind: "reset", Attempt: n, RetryAt: at.Add(5 * time.Minute), At: at}
}

func failed(n int, wait time.Duration) Failed {
	return Failed{MailID: "ml_1", ClientID: 7, Kind: "reset", Attempt: n, Error: "451", NextAttemptAt: noon.Add(wait), At: noon}
}

func TestAMailIsSentOnceAndRepeatedUntilItIsTooOld(t *testing.T) {
	t.Parallel()
	events := func(e ...domain.Event) []domain.Event { return e }
	sent := Sent{MailID: "ml_1", ClientID: 7, Kind: "reset", Attempt: 1, At: noon}
	refused := GivenUp{MailID: "ml_1", ClientID: 7, Kind: "reset", Reason: ReasonRefused, Error: "550", At: noon}
	tooOld := func(problem string, at time.Time) GivenUp {
		return GivenUp{MailID: "ml_1", ClientID: 7, Kind: "reset", Reason: ReasonTooOld, Error: problem, At: at}
	}
	one, two := started(1, noon), started(2, noon.Add(time.Minute))
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "an attempt begins", When: start(noon), Then: events(one)},
		{Name: "not while another instance makes it", Given: events(one), When: start(noon.Add(4 * time.Minute))},
		{Name: "again when it broke off", Given: events(one), When: start(noon.Add(5 * time.Minute)), Then: events(started(2, noon.Add(5*time.Minute)))},
		{Name: "not before its wait", Given: events(one, failed(1, time.Minute)), When: start(noon.Add(59 * time.Second))},
		{Name: "again after its wait", Given: events(one, failed(1, time.Minute)), When: start(noon.Add(time.Minute)), Then: events(two)},
		{Name: "not when it was sent", Given: events(one, sent), When: start(noon.Add(time.Hour))},
		{Name: "not when it was refused", Given: events(one, refused), When: start(noon.Add(time.Hour))},
		{Name: "a mail that is too old is not sent", When: start(noon.Add(2 * time.Hour)), Then: events(tooOld("", noon.Add(2*time.Hour)))},
		{
			Name: "nor repeated", Given: events(one, failed(1, time.Hour)), When: start(noon.Add(3 * time.Hour)),
			Then: events(tooOld("451", noon.Add(3*time.Hour))),
		},
		{Name: "the server took it", Given: events(one), When: record(1, "", false), Then: events(sent)},
		{Name: "the server took it while another attempt had begun", Given: events(one, two), When: record(1, "", false), Then: events(sent)},
		{Name: "the server refused it for good", Given: events(one), When: record(1, "550", true), Then: events(refused)},
		{Name: "the first failure", Given: events(one), When: record(1, "451", false), Then: events(failed(1, 30*time.Second))},
		{Name: "the second failure", Given: events(one, failed(1, 0), two), When: record(2, "451", false), Then: events(failed(2, time.Minute))},
		{Name: "the failure of an attempt that was given up", Given: events(one, two), When: record(1, "451", false)},
		{Name: "an outcome after the end", Given: events(one, sent), When: record(1, "451", false)},
	})
}

func TestTheWaitsGrowToAnHourAndAQuarterMore(t *testing.T) {
	t.Parallel()
	for attempt, want := range map[int]time.Duration{1: 30 * time.Second, 2: time.Minute, 7: 32 * time.Minute, 8: time.Hour, 500: time.Hour} {
		if got := delay(attempt, 0); got != want {
			t.Errorf("after the failure %d: %s, want %s", attempt, got, want)
		}
		if got := delay(attempt, 1); got != want+want/4 {
			t.Errorf("after the failure %d at most: %s", attempt, got)
		}
	}
}

func TestAnEventThatIsReadTwiceAsksForTheSameMails(t *testing.T) {
	t.Parallel()
	event := [16]byte{0xab, 1}
	if ID(event, 0) == ID(event, 1) || ID(event, 0) != "ml_ab010000000000000000000000000000" || ID(event, 1) != ID(event, 0)+"_1" {
		t.Error(ID(event, 0), ID(event, 1))
	}
}
