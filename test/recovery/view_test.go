package recovery

import (
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
)

// view is all that merchants and administrators see in lists, as it is answered.
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

// settled gives the view once nothing moves any more.
func settled(t *testing.T, l *installation.Load) (seen string) {
	t.Helper()
	var since time.Time
	poll.Within(t, installation.CalmWithin, "nothing moves", func() (bool, any) {
		if now := view(t, l); now != seen {
			seen, since = now, time.Now()
		}
		return time.Since(since) > time.Second, "the lists keep changing"
	})
	return seen
}
