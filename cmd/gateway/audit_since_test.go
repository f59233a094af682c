package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVerifyBeginsBehindACheckpoint(t *testing.T) {
	i := install(t)
	i.addMerchant()
	for n := range 3 { // checkpoints within the first tile and beyond it
		checkpoint := i.prints("audit", "checkpoint")
		file := filepath.Join(t.TempDir(), "checkpoint")
		if err := os.WriteFile(file, []byte(checkpoint), 0o600); err != nil {
			t.Fatal(err)
		}
		size := strings.Split(checkpoint, "\n")[1]
		for range 12 {
			i.payCustomer(20_000)
		}
		out := i.prints("audit", "verify", "--since", file)
		if !strings.Contains(out, "ok      the log is the one that was signed") || !strings.Contains(out, "the "+size+" events of the checkpoint") ||
			strings.Contains(out, "payout") && strings.Contains(out, "ok      every payout") {
			t.Errorf("checkpoint %d:\n%s", n, out)
		}
		var head, read int64
		if _, err := fmt.Sscanf(out, "%d events up to position %d", &read, &head); err != nil || read >= head || fmt.Sprint(head-read) != size {
			t.Errorf("checkpoint %d of %s: %d events were read up to %d", n, size, read, head)
		}
	}
	early := filepath.Join(t.TempDir(), "early")
	if err := os.WriteFile(early, []byte(i.prints("audit", "checkpoint")), 0o600); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(20_000)
	later := filepath.Join(t.TempDir(), "later")
	if err := os.WriteFile(later, []byte(i.prints("audit", "checkpoint")), 0o600); err != nil {
		t.Fatal(err)
	}
	i.stop()
	i.plant(`ALTER TABLE events DISABLE TRIGGER ALL`)
	i.plant(`UPDATE events SET data = replace(data::text, '20000', '20001')::json
		WHERE position = (SELECT max(position) FROM events WHERE type LIKE 'payment.paid%')`)
	i.refuses("1 findings", "audit", "verify", "--since", early, "--checkpoint", later)
	i.refuses("not signed", "audit", "verify", "--since", "events.go")
	if err := os.WriteFile(early, []byte(strings.Replace(i.mustRead(later), "\n", "\n1", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	i.refuses("not signed", "audit", "verify", "--since", early)
}

func (i *installation) mustRead(name string) string {
	i.t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		i.t.Fatal(err)
	}
	return string(text)
}
