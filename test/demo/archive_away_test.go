package main

import (
	"bytes"
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/migrations"
	"gateway/test/poll"
	"gateway/test/receiver"
	"gateway/test/testdb"
)

// withoutArchive is a gateway whose log has ranges of a few events.
type withoutArchive struct {
	*testing.T
	events, dir string
	settings    map[string]string
	gateway     *gateway
	receiver    *receiver.Receiver
	told        bytes.Buffer
}

func newWithoutArchive(t *testing.T) *withoutArchive {
	t.Helper()
	events, read := testdb.NewPair(t)
	w := &withoutArchive{T: t, events: events, dir: filepath.Join(t.TempDir(), "archive"), receiver: receiver.Start()}
	t.Cleanup(w.receiver.Close)
	db := w.open()
	if err := migrations.EventStore(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if err := postgres.SetRangeSize(t.Context(), db, 10); err != nil {
		t.Fatal(err)
	}
	w.settings = map[string]string{
		"EVENTSTORE_URL": events, "DATABASE_URL": read, "ARCHIVE_URL": w.dir, "ADMIN_PASSWORD": "rahasia-admin", "LOG_LEVEL": "error",
	}
	w.start()
	t.Cleanup(func() { w.gateway.stop() })
	return w
}

func (w *withoutArchive) open() *sql.DB {
	w.Helper()
	db, err := sql.Open("postgres", w.events)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = db.Close() })
	return db
}

func (w *withoutArchive) start() {
	w.Helper()
	g, err := startGateway(w.Context(), w.settings)
	if err != nil {
		w.Fatalf("the gateway does not start: %v", err)
	}
	if w.gateway == nil {
		w.gateway = &gateway{adminEmail: defaultAdmin, fresh: true}
	}
	w.gateway.url, w.gateway.stop, w.gateway.adminPassword = g.url, g.stop, "rahasia-admin"
}

func (w *withoutArchive) restart() {
	w.Helper()
	w.gateway.stop()
	w.start()
}

// sealAndArchive archives everything but the range that is being filled.
func (w *withoutArchive) sealAndArchive() {
	w.Helper()
	place, err := archive.OpenPlace(w.dir, archive.S3Options{})
	if err != nil {
		w.Fatal(err)
	}
	s, err := postgres.Open(w.Context(), postgres.Config{DSN: w.events, Archive: place})
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	ranges := postgres.NewRanges(s, w.open(), postgres.Keep{
		Whole: catalogue.Categories(catalogue.KeptWhole), Tail: catalogue.Categories(catalogue.KeptTail),
	})
	if _, err := ranges.Seal(w.Context(), time.Time{}, nil); err != nil {
		w.Fatal(err)
	}
	moved, err := ranges.Archive(w.Context(), 0, nil)
	if err != nil || len(moved) < 3 {
		w.Fatal(len(moved), err)
	}
}

// merchant tells the whole story of a new merchant.
func (w *withoutArchive) merchant(between func(int) error) *story {
	w.Helper()
	s := &story{ctx: w.Context(), out: printer{out: &w.told}, gateway: w.gateway, receiver: w.receiver, between: between}
	if err := s.tell(); err != nil {
		w.Fatalf("%s%v", &w.told, err)
	}
	return s
}

func (w *withoutArchive) readyz() (status int, body string) {
	w.Helper()
	r, err := http.Get(w.gateway.url + "/readyz")
	if err != nil {
		w.Fatal(err)
	}
	defer r.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(r.Body); err != nil {
		w.Fatal(err)
	}
	return r.StatusCode, b.String()
}

func TestTheStoryIsToldWhileTheArchiveIsAway(t *testing.T) {
	w := newWithoutArchive(t)
	early := w.merchant(nil)
	oldPayment := transaction(early.open("invoice", due, object{"external_id": "OLD-1"}))
	early.open("invoice", due, object{"external_id": "OLD-2"})
	w.merchant(nil)
	w.sealAndArchive()
	if err := os.Rename(w.dir, w.dir+"-away"); err != nil {
		t.Fatal(err)
	}
	w.restart() // nothing is in memory any more
	poll.Until(t, "readyz names the archive", func() bool {
		status, body := w.readyz()
		return status == http.StatusOK && strings.Contains(body, "archive: unreachable")
	})

	w.merchant(func(chapter int) error {
		if chapter == 4 {
			w.restart()
		}
		return nil
	})
	if status, body := w.readyz(); status != http.StatusOK || strings.Count(body, "failing")+strings.Count(body, "halted") > 0 {
		t.Errorf("readyz after the story: %d %s", status, body)
	}

	// A merchant of the first range logs in, is paid, receives its settlement and asks for help.
	early.portal = bearer("merchant", early.post(anonymous, "/auth/login", object{"email": early.email, "password": demoPassword}, 200))
	early.admin = bearer("admin", early.post(anonymous, "/admin/auth/login",
		object{"email": w.gateway.adminEmail, "password": w.gateway.adminPassword}, 200))
	early.takePayments()
	asked := early.post(early.shop, "/settlements", object{"jumlah": 50_000, "tujuan": "gaji", "norek": "1234567890", "bank": "BCA"}, 201)
	early.post(early.admin, "/admin/settlements/"+asked.text("id")+"/approve", object{"manual": true}, 200)
	early.post(early.admin, "/admin/settlements/"+asked.text("id")+"/complete", object{"di_transfer_oleh": "Ani"}, 200)
	early.post(early.portal, "/tickets", object{"subject": "Halo", "description": "Apa kabar?", "category": "question"}, 201)
	early.get(early.shop, "/account")
	if early.err != nil {
		t.Fatalf("%s%v", &w.told, early.err)
	}

	// Decisions that need the archive are refused with that reason.
	early.idempotencyKey = "demo-withdrawal" // its first answer is archived
	w.waitsForTheArchive(early, http.MethodPost, "/withdrawals", object{"jumlah": 100_000, "url": w.receiver.URL + "/withdrawals"})
	early.idempotencyKey = ""
	w.waitsForTheArchive(early, http.MethodPost, "/payments/"+oldPayment+"/cancel", nil)
	if status, body := w.readyz(); status != http.StatusOK {
		t.Errorf("readyz: %d %s", status, body)
	}

	if err := os.Rename(w.dir+"-away", w.dir); err != nil {
		t.Fatal(err)
	}
	early.pay(oldPayment, nil)
	early.isPaid()
	if early.err != nil {
		t.Errorf("the archive is back: %v", early.err)
	}
}

func (w *withoutArchive) waitsForTheArchive(s *story, method, path string, body object) {
	w.Helper()
	r, status, err := s.send(s.shop, method, path, body)
	if err != nil || status != http.StatusServiceUnavailable || !strings.Contains(string(r.raw), "the log's archive can't be read") {
		w.Errorf("%s %s: %d %s, %v", method, path, status, r.raw, err)
	}
}
