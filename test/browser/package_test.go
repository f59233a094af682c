package browser

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"gateway/test/closedmonth"

	"github.com/chromedp/chromedp"
)

// The archive of a closed month has a page that checks it without a gateway.
func TestAnAuditorsPackageIsCheckedInTheBrowser(t *testing.T) {
	t.Parallel()
	file := closedmonth.Few(t, 1).Archive(closedmonth.November)
	dir := t.TempDir()
	files := unpacked(t, dir, file)
	tab := newBrowser(t).newTab(t)
	tab.visit("file://" + filepath.Join(dir, "verify.html"))
	check := func(key, tone string, files ...string) {
		t.Helper()
		tab.visit("file://" + filepath.Join(dir, "verify.html"))
		tab.types("#key", key)
		tab.do(chromedp.SetUploadFiles(chromedp.CSS("#files"), files))
		tab.click("button")
		tab.sees("[role=status]." + tone)
	}
	key := closedmonth.Key(t).Verifier
	check(key, "good", written(t, dir, "november.zip", file))
	check("", "good", files...)
	check(key+"A", "bad", files...)
	changed := bytes.Replace(file, []byte(`\"amount\":4500.5}`), []byte(`\"amount\":4500.6}`), 1)
	if bytes.Equal(changed, file) {
		t.Fatal("nothing was changed")
	}
	check(key, "bad", written(t, dir, "changed.zip", changed))
	check(key, "bad", files[1:]...)
}

// unpacked writes the files of an archive, and returns their names.
func unpacked(t *testing.T, dir string, file []byte) (names []string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	for i := 0; err == nil && i < len(z.File); i++ {
		var in io.ReadCloser
		var content []byte
		if in, err = z.File[i].Open(); err == nil {
			content, err = io.ReadAll(in)
		}
		if err == nil {
			names = append(names, filepath.Join(dir, z.File[i].Name))
			err = os.WriteFile(names[i], content, 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return names
}
