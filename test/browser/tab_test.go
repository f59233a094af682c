package browser

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// browser is a running Chromium.
type browser struct{ ctx context.Context }

// shared is the Chromium of all tests: a start costs as much as a test. Each tab has cookies and storage of its own.
var shared struct {
	sync.Mutex
	browser
	stop func()
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.stop != nil {
		shared.stop()
	}
	os.Exit(code)
}

// newBrowser starts Chromium unless an earlier test has, or skips the test if there is none. Call it after newGateway: go test
// caches the skip of a test that has not read TEST_DATABASE_URL, and would still skip it once Chromium is installed.
func newBrowser(t *testing.T) browser {
	t.Helper()
	path := chromium(t)
	shared.Lock()
	defer shared.Unlock()
	if shared.stop != nil {
		return shared.browser
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Getuid() == 0 { // Chromium's sandbox does not run as root
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		stop()
		t.Fatalf("start Chromium: %v", err)
	}
	shared.browser = browser{ctx}
	shared.stop = func() {
		_ = chromedp.Cancel(ctx) // if it does not close, stop ends it
		stop()
	}
	return shared.browser
}

// tab is a page with cookies and storage of its own.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// newTab opens a page. A script error or a breach of the content security policy fails the
// test.
func (b browser) newTab(t *testing.T) *tab {
	t.Helper()
	ctx, _ := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	messages := chromedp.Console(ctx)
	read := make(chan struct{})
	go func() {
		defer close(read)
		for m, err := range messages {
			if err == nil && (m.IsException() || m.Source == "security") {
				t.Errorf("the page: %s", m)
			}
		}
	}()
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("close the page: %v", err)
		}
		<-read
	})
	return &tab{t, ctx}
}

func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium: install Debian's package chromium")
	return ""
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if _, err := run(b, chromedp.Steps(steps...)); err != nil {
		b.t.Fatal(err)
	}
}

// stepLimit is how long one step of a page may take, such as a visit. There is none for a test, which may have many steps on a
// machine that runs others beside it.
const stepLimit = 2 * deadline

// run lets the page do something within stepLimit.
func run[T any](b *tab, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, stepLimit)
	defer cancel()
	return chromedp.Run(ctx, action)
}

// visit opens a page. The page that an earlier click leads to may come a moment later, and break the visit off: then
// visit opens its page again.
func (b *tab) visit(url string) {
	b.t.Helper()
	for range 3 {
		_, err := run(b, chromedp.Navigate(url))
		if err == nil {
			return
		}
		if !strings.Contains(err.Error(), "net::ERR_ABORTED") {
			b.t.Fatalf("visit %s: %v", url, err)
		}
	}
	b.t.Fatalf("the visit of %s is broken off again and again", url)
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.on(selector, chromedp.Click(chromedp.CSS(selector)))
}

// agrees sends a form that asks first whether it is meant, and agrees. form is the end of the path of its action.
func (b *tab) agrees(form string) {
	b.t.Helper()
	button := `form[action$="` + form + `"] button`
	b.click(button)
	b.sees("main .sum")
	b.send(button)
}

func (b *tab) sees(selector string) {
	b.t.Helper()
	b.on(selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

func (b *tab) types(selector, text string) {
	b.t.Helper()
	b.on(selector, chromedp.SendKeys(chromedp.CSS(selector), text))
}

// on does something with an element. A failure names the element and the page.
func (b *tab) on(selector string, action chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if _, err := run(b, action); err != nil {
		at, _ := run(b, chromedp.Evaluate[string]("location.href"))
		b.t.Fatalf("%s at %s: %v", selector, at, err)
	}
}

// text is the visible text of an element.
func (b *tab) text(selector string) string {
	b.t.Helper()
	text, err := run(b, chromedp.Text(chromedp.CSS(selector)))
	if err != nil {
		b.t.Fatalf("%s: %v", selector, err)
	}
	return text
}

// evaluate runs an expression in the page.
func evaluate[T any](b *tab, expression string) T {
	b.t.Helper()
	value, err := run(b, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// withoutScript disables scripts on the pages that are visited afterwards.
func (b *tab) withoutScript() {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
}

// emulateMedia shows the page as on another medium, such as print.
func emulateMedia(medium string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium})
		return err
	})
}

// emulateScheme makes pages light or dark.
func emulateScheme(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}
