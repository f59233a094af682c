package browser

import (
	"net/http"
	"testing"
)

func TestTheBooksInABrowser(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t)
	g.adjust(t)
	t.Run("the log is followed, paused and stepped", func(t *testing.T) {
		t.Parallel()
		logIsFollowed(t, b.newTab(t), g)
	})
	t.Run("the slider shows the balance at its start, and now", func(t *testing.T) {
		t.Parallel()
		balanceSlides(t, b.newTab(t), g)
	})
}

func (g *gateway) adjust(t *testing.T) {
	t.Helper()
	g.call(t, http.MethodPost, "/admin/clients/1/adjustments", g.admin, object{"amount": 12500, "reason": "for the test"}, nil)
}

func logIsFollowed(t *testing.T, b *tab, g *gateway) {
	b.logIn(g.url, "/console", adminEmail, adminPassword)
	b.visit(g.url + "/console/log?stream=balance-1")
	g.adjust(t)
	b.sees("tr.fresh")
	rows := func() int { return evaluate[int](b, `document.querySelectorAll("main .list tbody tr").length`) }
	const toggle, step = ".module button:first-child", ".module button:nth-child(2):not(:disabled)"
	b.click(toggle)
	b.sees(step)
	g.adjust(t)
	g.adjust(t)
	before := rows()
	b.click(step)
	b.sees("tr.fresh + tr.fresh")
	if got := rows(); got != before+1 {
		t.Errorf("a step added %d events, want 1", got-before)
	}
	b.click(toggle)
	b.sees("tr.fresh + tr.fresh + tr.fresh")
}

func balanceSlides(t *testing.T, b *tab, g *gateway) {
	b.logIn(g.url, "/console", adminEmail, adminPassword)
	b.visit(g.url + "/console/clients/1/balance")
	b.sees(".moments input[type=range]")
	b.sees("main .list table")
	slide := func(value string) {
		evaluate[bool](b, `(() => {
			const range = document.querySelector(".moments input[type=range]");
			range.value = `+value+`;
			return range.dispatchEvent(new Event("input"));
		})()`)
	}
	slide("0")
	b.sees("main .list .empty")
	if at := evaluate[string](b, `new URLSearchParams(location.search).get("at")`); at == "" {
		t.Error("the address does not name the moment")
	}
	slide("1000")
	b.sees("main .list table")
}
