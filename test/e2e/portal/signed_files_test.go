package portal

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// checker writes the script in AUDIT.md and the merchants' guide to a file.
func checker(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("there is no openssl: install Debian's package openssl")
	}
	page, err := os.ReadFile("../../../deploy/AUDIT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## Check a file without this program\n")
	_, block, _ := strings.Cut(section, "```sh\n")
	script, _, found := strings.Cut(block, "```")
	sample, err := os.ReadFile("../../../http/openapi/reference/samples/check-file.sh")
	if err != nil || !found || script != string(sample) {
		t.Fatalf("AUDIT.md does not show check-file.sh as it is: %v", err)
	}
	file := filepath.Join(t.TempDir(), "check-file.sh")
	if err := os.WriteFile(file, sample, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// download gets a file and stores it under a name of its own.
func download(t *testing.T, c harness.Caller, path, name string) string {
	t.Helper()
	a, err := c.Send("GET", path, nil)
	if err != nil || a.Status != 200 || a.Header.Get(harness.Undescribed) != "" {
		t.Fatalf("%s: %v %d %s %s", path, err, a.Status, a.Header.Get(harness.Undescribed), a.Body)
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, a.Body, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// An auditor checks the files with openssl, as AUDIT.md says, and detects changes.
func TestSignedFilesAreCheckedWithoutOurProgram(t *testing.T) {
	t.Parallel()
	script := checker(t)
	m := harness.NewMerchant(t)
	m.Earn(t, 30_000)
	m.Earn(t, 5_000)
	portal, admin := m.LogIn(t), m.Gateway.Admin(t)
	var key string
	poll.Until(t, "a checkpoint is signed", func() bool {
		a, err := m.Gateway.Anonymous().Send("GET", "/checkpoint", nil)
		if err == nil && a.Status == 200 {
			key = a.Text(t, "key")
		}
		return key != ""
	})
	pdf := download(t, portal, "/me/statement?format=pdf&lang=en&month=2020-02", "february.pdf")
	signature := download(t, portal, "/me/statement.sig?lang=en&month=2020-02", "february.pdf.sig")
	if err := os.Rename(signature, pdf+".sig"); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{
		download(t, portal, "/me/statement?format=csv", "month.csv"),
		download(t, admin, m.AdminPath("/statement?format=csv"), "month.csv"),
		download(t, portal, "/me/statement?format=csv&month=2020-02", "empty.csv"),
		download(t, portal, "/me/balance-history?format=statement", "balance.statement"),
		pdf,
	} {
		check := func(key string) error { return exec.CommandContext(t.Context(), "sh", script, file, key).Run() }
		if err := check(key); err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
		if check("payment-gateway-log+00000000+Aa"+strings.Repeat("A", 42)) == nil {
			t.Errorf("%s: another key accepts it", filepath.Base(file))
		}
		sound, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for what, forged := range map[string][]byte{
			"a byte was changed":      append(append(bytes.Clone(sound[:len(sound)/3]), sound[len(sound)/3]^1), sound[len(sound)/3+1:]...),
			"the first line is gone":  sound[bytes.IndexByte(sound, '\n')+1:],
			"it was cut off":          sound[:len(sound)*4/5],
			"a line was added before": append([]byte("x\n"), sound...),
		} {
			if err := os.WriteFile(file, forged, 0o600); err != nil {
				t.Fatal(err)
			}
			if check(key) == nil {
				t.Errorf("%s: %s, and it is accepted", filepath.Base(file), what)
			}
		}
	}
	for _, c := range []struct {
		caller harness.Caller
		path   string
	}{{portal, "/me/statement.sig"}, {admin, m.AdminPath("/statement.sig")}} {
		c.caller.Get(t, "%s", c.path).RefusesField(t, "month") // the month is not over
		c.caller.Get(t, "%s?month=2020-13", c.path).RefusesField(t, "month")
	}
	if ours := download(t, admin, m.AdminPath("/statement.sig?lang=en&month=2020-02"), "a"); !same(t, ours, pdf+".sig") {
		t.Error("staff gets another signature than the client")
	}
}

func same(t *testing.T, a, b string) bool {
	t.Helper()
	one, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(one, other)
}
