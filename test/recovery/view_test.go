package recovery

import (
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
)

// view returns the bodies of all lists of merchants and administrators.
func view(t *testing.T, l *installation.Load) string {
	t.Helper()
	all := ""
	for _, m := range l.Merchants {
		for _, path := range []string{
			"/account", "/account/balance", "/transactions?per_page=100", "/transactions?per_page=100&page=2",
		} {
			all += string(m.Must(t, "GET", path, nil).Body) + "\n"
		}
	}
	for _, path := range []string{"/admin/clients", "/admin/withdrawals?per_page=100", "/admin/settlements?per_page=100", "/admin/suspense"} {
		all += string(l.Admin.Must(t, "GET", path, nil).Body) + "\n"
	}
	return all
}

// restFor is longer than an election of the log's leader takes. Nothing changes during an election, and what
// waits changes after it.
const restFor = 6 * time.Second

// viewAtRest waits until the view has not changed for restFor, and returns it.
func viewAtRest(t *testing.T, l *installation.Load) (seen string) {
	t.Helper()
	var since time.Time
	poll.Within(t, installation.InvariantsWithin, "nothing moves", func() (bool, any) {
		if now := view(t, l); now != seen {
			seen, since = now, time.Now()
		}
		return time.Since(since) > restFor, "the lists keep changing"
	})
	return seen
}
