package rolling

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
)

// answeredWithin is how long after SIGTERM a long poll may still wait for events.
const answeredWithin = 2 * time.Second

func TestReadersWhoWaitForEventsAreAnsweredAtOnceWhenTheirInstanceStops(t *testing.T) {
	const readers = 20 // as many as may wait for one client
	in := installation.New(t, installation.Options{})
	i, m := in.Instances[0], in.NewMerchant(t, in.Admin(t), 0, false)
	next := m.Must(t, "GET", "/events?limit=1000", nil).Text("next")
	var waiting sync.WaitGroup
	answers, took := make([]installation.Answer, readers), make([]time.Time, readers)
	for n := range readers {
		waiting.Go(func() {
			for answers[n].Status == 0 || answers[n].Status == http.StatusTooManyRequests { // the probe below took its place
				a, err := m.Send(t.Context(), "GET", "/events?wait=30&after="+next, nil)
				if err != nil {
					t.Error(err)
					return
				}
				answers[n], took[n] = a, time.Now()
			}
		})
	}
	poll.Within(t, installation.ReadyWithin, "all readers wait", func() (bool, any) {
		a, err := m.Send(t.Context(), "GET", "/events?wait=1&after="+next, nil)
		return err == nil && a.Status == http.StatusTooManyRequests, err
	})
	stopped := time.Now()
	i.Terminate()
	waiting.Wait()
	for n, a := range answers {
		if late := took[n].Sub(stopped); a.Status != http.StatusOK || a.Text("next") != next || late > answeredWithin {
			t.Errorf("a reader who waited got %s %s after SIGTERM", a, fmt.Sprint(late.Round(time.Millisecond)))
		}
	}
	i.AwaitEnd(t)
	t.Logf("the instance stopped %s after SIGTERM", time.Since(stopped).Round(10*time.Millisecond))
	i.Start(t) // for the checks at the end of the test
}
