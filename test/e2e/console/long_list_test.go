package console

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"

	"golang.org/x/sync/errgroup"
)

const (
	// manyRows is the length of the long list; short runs use fewer.
	manyRows  = 10_000
	fewRows   = 300
	maxPage   = 40 << 10        // as it is sent, compressed
	slowAtAll = 5 * time.Second // only a page whose cost grows with the list takes longer
)

var nextLink = regexp.MustCompile(`<a class="next" href="([^"]+)"`)

// A list of thousands is shown in pages of equal size, each row once, and downloads in full.
func TestALongListIsShownPageByPageAndDownloadsWhole(t *testing.T) {
	t.Parallel()
	rows := manyRows
	if testing.Short() {
		rows = fewRows
	}
	m := harness.NewMerchant(t)
	record(t, m, rows)
	v := owner(t, m)
	file, err := csv.NewReader(strings.NewReader(v.get(t, "/portal/payments?format=csv").is(t, 200).Body)).ReadAll()
	if err != nil || len(file) != rows+1 {
		t.Fatalf("the CSV has %d lines, want %d: %v", len(file), rows+1, err)
	}
	seen := map[string]bool{}
	for _, line := range file[1:] {
		seen[line[3]] = true
	}
	if len(seen) != rows {
		t.Errorf("the CSV has %d transactions, want %d", len(seen), rows)
	}
	shown := 0
	for path := "/portal/payments"; path != ""; {
		began := time.Now()
		page := v.get(t, path).is(t, 200)
		if took := time.Since(began); took > slowAtAll || weight(t, page.Body) > maxPage {
			t.Errorf("%s took %s and weighs %d bytes compressed", path, took, weight(t, page.Body))
		}
		shown += strings.Count(page.Body, `href="/portal/payments/TX-`)
		path = ""
		if link := nextLink.FindStringSubmatch(page.Body); link != nil {
			path = html.UnescapeString(link[1])
		}
	}
	if shown != rows {
		t.Errorf("the pages show %d rows, want %d", shown, rows)
	}
}

// weight returns the size of a page as the gateway sends it, in bytes.
func weight(t *testing.T, page string) int {
	t.Helper()
	var sent bytes.Buffer
	w, err := gzip.NewWriterLevel(&sent, 5)
	if err == nil {
		_, err = w.Write([]byte(page))
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return sent.Len()
}

// record records transactions of the merchant.
func record(t *testing.T, m harness.Merchant, n int) {
	t.Helper()
	var group errgroup.Group
	group.SetLimit(16)
	for i := range n {
		group.Go(func() error {
			body := object{"transaction_id": fmt.Sprintf("TX-%05d", i), "total": 10_000, "status": "PAID"}
			if a := m.Post(t, "/transactions", body); a.Status != 201 {
				return fmt.Errorf("%d %s", a.Status, a.Body)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}
