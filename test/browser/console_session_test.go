package browser

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The second tab has the same cookies.
func TestAfterALogoutInOneTabTheOtherSaysSoAndKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	first := newBrowser(t).newTab(t)
	first.logIn(g.url, "/portal", shopEmail, shopPassword)
	second := first.sibling()
	second.visit(g.url + "/portal/payments/new?channel=va")
	second.fill(map[string]string{"amount": "75.000", "customer_name": "Sari"})
	first.logOut(g.url + "/portal")

	second.front()
	second.click(`form[action^="/portal/payments/new"] button`)
	second.says("Your session has ended, and the form was not done")
	second.fill(map[string]string{"email": shopEmail, "password": shopPassword})
	second.click("main button")
	second.says("Bank of the virtual account")
	for name, want := range map[string]string{"amount": "75.000", "customer_name": "Sari"} {
		if got := evaluate[string](second, `document.querySelector('main [name="`+name+`"]').value`); got != want {
			t.Errorf("the field %s has %q, want %q", name, got, want)
		}
	}
	second.send(`form[action^="/portal/payments/new"] button`)
}

func TestAnOpenPageSaysThatItsSessionHasEnded(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	first := newBrowser(t).newTab(t)
	first.logIn(g.url, "/portal", shopEmail, shopPassword)
	second := first.sibling()
	second.visit(g.url + "/portal/payments")
	second.sees("#live-mark.on")
	first.logOut(g.url + "/portal")
	g.newShop(t).openPayment(t, "invoice", nil) // the stream has something to report
	second.front()
	second.sees("#live-mark:not(.on)")
	second.saysIn("#live-mark", "Your session has ended")
}

func TestAPageFollowsAgainOnceTheConnectionIsBack(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	line := newLine(t, g.url)
	b := newBrowser(t).newTab(t)
	b.logIn(line.url(), "/portal", shopEmail, shopPassword)
	b.visit(line.url() + "/portal/payments")
	b.sees("#live-mark.on")
	line.cut()
	b.sees("#live-mark:not(.on)")
	p := g.newShop(t).openPayment(t, "invoice", nil)
	line.mend()
	b.sees("#live-mark.on")
	b.sees(`a[href="/portal/payments/` + p.Transaction.TransactionID + `"]`)
}

func (b *tab) logOut(site string) {
	b.t.Helper()
	b.front()
	b.visit(site)
	b.click(`form[action$="/logout"] button`)
	b.says("You are logged out")
}

// front brings the tab to the front of its siblings.
func (b *tab) front() {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.BringToFront, cdp.Empty{})
		return err
	}))
}

// sibling is another tab of the same browser window.
func (b *tab) sibling() *tab {
	b.t.Helper()
	ctx, _ := chromedp.NewContext(b.ctx)
	b.t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	if err := chromedp.Do(ctx); err != nil { // opens the tab, which lives as long as this context
		b.t.Fatal(err)
	}
	return &tab{b.t, ctx}
}

// line is a connection to a server that the test can cut.
type line struct {
	net.Listener
	target string
	mu     sync.Mutex
	down   bool
	open   []net.Conn
}

func newLine(t *testing.T, target string) *line {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{Listener: listener, target: u.Host}
	t.Cleanup(func() { _ = l.Close(); l.cut() })
	go l.serve()
	return l
}

func (l *line) url() string { return "http://" + l.Addr().String() }

func (l *line) serve() {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", l.target)
		l.mu.Lock()
		if err != nil || l.down {
			_ = near.Close()
		} else {
			l.open = append(l.open, near, far)
			go func() { _, _ = io.Copy(far, near) }()
			go func() { _, _ = io.Copy(near, far) }()
		}
		l.mu.Unlock()
	}
}

func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = true
	for _, c := range l.open {
		_ = c.Close()
	}
	l.open = nil
}

func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = false
}
