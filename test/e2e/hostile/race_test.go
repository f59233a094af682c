package hostile

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gateway/test/e2e/harness"
)

// thief repeats requests until the end of access refuses them.
type thief struct {
	stop    chan struct{}
	running sync.WaitGroup
}

// repeats sends the i-th request until it is told to stop, or is refused like a stranger.
func (s *thief) repeats(send func(i int) answer) {
	s.running.Go(func() {
		for i := 0; i < 200; i++ {
			select {
			case <-s.stop:
				return
			default:
			}
			if send(i).Status == 401 {
				return
			}
		}
	})
}

// A thief issues keys, invites accomplices, changes the bank account and withdraws while the owner ends all
// access. Each request comes before the end and is undone, or after it and is refused.
func TestNothingThatAThiefDoesDuringTheEndOfAccessStays(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	for round := range 3 {
		m := g.NewMerchant(t)
		m.SetBankAccount(t)
		m.Earn(t, 900_000)
		stolen := m.LogIn(t)
		friend, _, _ := join(t, stolen, "viewer")
		owner, since := m.LogIn(t), now()
		var keys []string
		s := &thief{stop: make(chan struct{})}
		begun := make(chan struct{}, 4)
		first := func(i int) {
			if i == 0 {
				begun <- struct{}{}
			}
		}
		s.repeats(func(i int) answer {
			got, _ := stolen.Send("POST", "/api-keys", object{"name": "x", "restricted": true, "scopes": []string{"payouts"}})
			if got.Status == 201 {
				keys = append(keys, got.Text(t, "key"))
			}
			first(i)
			return got
		})
		s.repeats(func(i int) answer {
			got, _ := m.Send("POST", "/withdrawals", object{"jumlah": 10_000, "url": "http://127.0.0.1:9/w"})
			first(i)
			return got
		})
		s.repeats(func(i int) answer {
			role := []string{"owner", "viewer"}[i%2]
			got, _ := stolen.Send("PUT", fmt.Sprint("/me/users/", friend), object{"role": role})
			first(i)
			return got
		})
		s.repeats(func(i int) answer {
			got, _ := m.Send("PUT", "/account", object{"norek": fmt.Sprintf("70000000%02d", i%100)})
			first(i)
			return got
		})
		for range 4 {
			<-begun
		}
		owner.Post(t, "/me/end-access", object{"since": since}).Wants(t, 200)
		close(s.stop)
		s.running.Wait()

		for _, key := range keys {
			g.Anonymous().With("X-API-Key", key).Get(t, "/account").Refuses(t, 401, "invalid_api_key")
		}
		back := m.LogIn(t)
		back.Get(t, "/me/users").Wants(t, 200).Is(t, object{"1.role": "viewer"})
		gained := harness.JSON(back.Get(t, "/me/recovery?since=%s", since).Wants(t, 200).Field(t, "gained"))
		for _, kind := range []string{"api_key", "withdrawal"} {
			if strings.Contains(gained, `"kind":"`+kind+`"`) {
				t.Errorf("round %d: after the end of access the account has %s", round, gained)
			}
		}
		m.IssueKey(t)
		for _, status := range m.Get(t, "/withdrawals?per_page=100").Wants(t, 200).Column(t, "status") {
			if status != `"cancelled"` {
				t.Errorf("round %d: a withdrawal of the thief is %s", round, status)
			}
		}
		m.HasBalance(t, 900_000, 900_000, 0, 0)
	}
}
