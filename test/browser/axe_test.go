package browser

import (
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// axePackage names the program that checks accessibility, with its hash.
//
//go:embed axe/package.json axe/package-lock.json
var axePackage embed.FS

// axe returns the program, or skips the test. It is installed once for all tests.
func axe(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("without npm accessibility can't be checked")
	}
	program, err := installedAxe()
	if err != nil {
		t.Skipf("without a registry of npm packages accessibility can't be checked: %v", err)
	}
	return program
}

// installedAxe installs the program exactly as in the lockfile.
var installedAxe = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "axe")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"package.json", "package-lock.json"} {
		content, err := axePackage.ReadFile("axe/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o600)
		}
		if err != nil {
			return "", err
		}
	}
	install := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	return string(program), err
})

// violation is a rule of accessibility that a page breaks.
type violation struct {
	ID     string `json:"id"`
	Impact string `json:"impact"`
	Nodes  []struct {
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// The rules of accessibility, in two parts. That of contrast takes ten times as long as all others together, so it looks only at
// one text of each look: the same tags, classes and colours, from the body down to the text. A tab looks at it once: the looks of
// the frame are those of every page.
const (
	otherRules = `axe.run(document, {preload: false, resultTypes: ["violations"], rules: {"color-contrast": {enabled: false}}})` + fewNodes
	contrast   = `(() => {
		const looks = new Map(), seen = new Set((sessionStorage.getItem("looks") ?? "").split(" "));
		const look = (e) => {
			if (!e) return 0;
			if (!looks.has(e)) {
				const s = getComputedStyle(e);
				const own = [look(e.parentElement), e.localName, e.className?.baseVal ?? e.className, e.disabled, s.color, s.fill, s.backgroundColor,
					s.backgroundImage, s.opacity, s.visibility, s.display, s.fontSize, s.fontWeight].join();
				looks.set(e, [...own].reduce((sum, c) => (sum * 31n + BigInt(c.codePointAt(0))) & 0xffffffffffffn, 7n));
			}
			return looks.get(e);
		};
		const hasText = (e) => e.matches("input, select, textarea") || [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
		const fresh = [...document.body.querySelectorAll("*")].filter((e) => hasText(e) && !seen.has(String(look(e))) && seen.add(String(look(e))));
		if (fresh.length === 0) return Promise.resolve({violations: []});
		sessionStorage.setItem("looks", [...seen].join(" "));
		return axe.run(fresh, {preload: false, resultTypes: ["violations"], runOnly: ["color-contrast"]});
	})()` + fewNodes
	fewNodes = `.then(r => r.violations.map(v => ({...v, nodes: v.nodes.slice(0, 3)})))`
)

// breaksNoRule requires of the page as it is that it breaks no rule of accessibility with one of these impacts, by default of all.
func (b *tab) breaksNoRule(program string, impacts ...string) {
	b.t.Helper()
	evaluate[bool](b, program+"\n;true")
	b.obeys(otherRules, impacts...)
	b.obeys(contrast, impacts...)
}

// obeys is breaksNoRule for a part of the rules, in a page that has the program.
func (b *tab) obeys(rules string, impacts ...string) {
	b.t.Helper()
	page := evaluate[string](b, "location.href")
	found, err := run(b, chromedp.Evaluate[[]violation](rules, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", page, err)
	}
	for _, v := range found {
		if len(impacts) == 0 || slices.Contains(impacts, v.Impact) {
			b.t.Errorf("%s: %s (%s): %s %s", page, v.ID, v.Impact, v.Nodes[0].HTML, v.Nodes[0].Summary)
		}
	}
}

// opensAll opens all of a page.
func (b *tab) opensAll() {
	b.t.Helper()
	b.sees("main")
	evaluate[int64](b, `document.querySelectorAll("details").forEach(d => d.open = true), 0`)
}
