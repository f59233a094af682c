package simulation

import (
	"context"
	"encoding/json"
	"runtime"
	"time"

	"gateway/domain/callback"
)

// receiver is a merchant's server. It remembers what it was sent.
type receiver struct {
	down bool
	// got holds the deliveries by callback id, in their order; a repeated delivery is listed again.
	got []delivery
	// since is the number of deliveries at the last restore. A callback that was given up before may be sent
	// again, after later ones.
	since int
}

// delivery is one request that a receiver got.
type delivery struct {
	id, url  string
	payload  []byte
	body     map[string]any
	answered bool // with 2xx, and the answer reached the gateway
}

// sender carries callbacks of one process to the receivers.
type sender struct{ process *process }

// Send implements callbackreactor.CallbackSender.
func (s sender) Send(ctx context.Context, d callback.Delivery) callback.Result {
	w, p := s.process.world, s.process
	w.stopAt(ctx, p, "callback", d.ID, nil)
	if ctx.Err() != nil {
		return callback.Result{Err: "interrupted"}
	}
	r := w.receivers[d.URL]
	if r == nil {
		w.fail("a callback goes to %s, which no merchant named", d.URL)
		return callback.Result{Err: "host not found"}
	}
	w.attempts[d.ID]++
	if r.down || w.calm == 0 && w.chance(w.weather.receiverFails) {
		return callback.Result{Err: "connection refused", Duration: time.Millisecond}
	}
	got := delivery{id: d.ID, url: d.URL, payload: d.Payload}
	if err := json.Unmarshal(d.Payload, &got.body); err != nil {
		w.fail("the callback %s is not JSON: %s", d.ID, d.Payload)
	}
	n := len(r.got)
	r.got = append(r.got, got)
	w.note("receiver: %s gets %s %s", d.URL, d.ID, d.Payload)
	w.stopAt(ctx, p, "callback answer", d.ID, nil)
	switch {
	case w.calm == 0 && w.chance(w.weather.checkpointCrash):
		w.kill(p, "before the receiver's answer")
		runtime.Goexit()
	case w.calm == 0 && w.chance(w.weather.receiverFails):
		return callback.Result{Status: 500, Err: "answered 500", Duration: time.Millisecond}
	}
	r.got[n].answered = true
	return callback.Result{Status: 200, Duration: time.Millisecond}
}

func secrets(context.Context, callback.Receiver, time.Time) ([]string, error) {
	return []string{"whsec_c2VjcmV0"}, nil
}
