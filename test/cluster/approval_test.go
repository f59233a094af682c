package cluster

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
)

// The instance that does granted acts is killed somewhere between the grants and the records of the acts. The
// grants are repeated on the other instance.
func TestGrantedActsOfAKilledInstanceAreDoneOnceEach(t *testing.T) {
	t.Parallel()
	installation.OnEachStore(t, func(t *testing.T, store installation.Store) {
		const start, amount, atOnce = 10_000_000, 1_000_000, 8
		in := installation.New(t, installation.Options{Store: store, Instances: 2, Settings: []string{fmt.Sprint("DUAL_CONTROL_FROM=", amount)}})
		ani := in.Admin(t)
		m := in.NewMerchant(t, ani, start, false)
		budi := in.AddAdmin(t, ani)
		adjust := fmt.Sprintf("/admin/clients/%d/adjustments", m.ID)
		want := int64(start)
		resumed := 0
		for round := range installation.Rounds(t, "CLUSTER_ROUNDS", 2) {
			doomed, other := in.Instances[round%2], in.Instances[1-round%2]
			var asked []int64
			for range atOnce {
				a, err := ani.Retry(t.Context(), "POST", adjust, map[string]any{"amount": amount, "reason": "test"})
				if err != nil || a.Status != http.StatusAccepted {
					t.Fatalf("%s %v", a, err)
				}
				asked = append(asked, a.Number("id"))
				want += amount
			}
			grant := func(by installation.Caller, id int64) (installation.Answer, error) {
				return by.Retry(t.Context(), "POST", fmt.Sprintf("/admin/approvals/%d/grant", id), map[string]any{"reason": "seen"})
			}
			var granting sync.WaitGroup
			for _, id := range asked {
				granting.Go(func() {
					_, _ = budi.On(doomed).Send(t.Context(), "POST", fmt.Sprintf("/admin/approvals/%d/grant", id), map[string]any{"reason": "seen"})
				})
			}
			<-time.After(rand.N(40 * time.Millisecond)) // somewhere in between
			doomed.Kill(t)
			granting.Wait()
			for _, id := range asked {
				status := ani.On(other).Must(t, "GET", fmt.Sprintf("/admin/approvals/%d", id), nil).Text("status")
				if status == "granted" {
					resumed++
				}
				if a, err := grant(budi.On(other), id); err != nil || a.Status != http.StatusOK {
					t.Errorf("approval %d was %s, and a repeated grant gives %s %v", id, status, a, err)
				}
				poll.Within(t, installation.InvariantsWithin, "the act is done", func() (bool, any) {
					a, err := ani.On(other).Send(t.Context(), "GET", fmt.Sprintf("/admin/approvals/%d", id), nil)
					return err == nil && a.Text("status") == "done", a
				})
			}
			doomed.Start(t)
			doomed.AwaitReady(t)
		}
		if got := m.Must(t, "GET", "/account/balance", nil).Number("saldo"); got != want {
			t.Errorf("the balance is %d, want %d: an act was done twice, or not at all", got, want)
		}
		t.Logf("%d acts were left by a killed instance between the grant and the record", resumed)
		in.Verify(t)
	})
}
