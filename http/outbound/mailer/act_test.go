package mailer

import (
	"strings"
	"testing"
	"time"

	"gateway/domain/approval"
	"gateway/domain/words"
	"gateway/http/service"
	"gateway/http/service/actservice"
	"gateway/http/service/approvalservice"

	"github.com/shopspring/decimal"
)

func TestAMailAboutAnApprovalSaysInTwoLanguagesWhoAsksForWhat(t *testing.T) {
	t.Parallel()
	amount := decimal.RequireFromString("1000000.50")
	asked := approval.Requested{
		ApprovalID: 12, Act: "balance.adjust", What: "adjust the balance of client 7", Subject: "clients/7", Reason: "Ibu Dewi complained",
		Amount: &amount, By: "admin:1", ByEmail: "ani@example.com", Notify: []string{"budi@example.com"},
		ExpiresAt: time.Date(2026, 3, 1, 5, 30, 0, 0, time.UTC),
	}
	w := Writer{Links: links, Zone: time.FixedZone("WIB", 7*3600)}
	got, err := w.Write(row(t, asked))
	if err != nil {
		t.Fatal(err)
	}
	if got.To != "budi@example.com" || got.Subject != "Persetujuan diperlukan / An approval waits" {
		t.Errorf("%+v", got)
	}
	for said, times := range map[string]int{
		"\nhttps://pay.example.com/console/approvals/12\n": 2, "ani[@]example[.]com": 2, "(clients/7), 1000000.5 rupiah.": 2,
		"2026-03-01 12:30 WIB": 2, "mengoreksi saldo": 1, "adjust a balance": 1, "Dewi": 0, "no value": 0,
	} {
		if strings.Count(got.Text, said) != times {
			t.Errorf("%q is not said %d times:\n%s", said, times, got.Text)
		}
	}
	asked.Amount = nil
	if got, err = w.Write(row(t, asked)); err != nil || strings.Count(got.Text, "(clients/7).") != 2 {
		t.Errorf("without an amount: %v\n%s", err, got.Text)
	}
}

func TestEveryActHasWordsForItsMail(t *testing.T) {
	t.Parallel()
	a := approvalservice.New(&service.Core{}, nil)
	actservice.New(a, actservice.UseCases{})
	for _, kind := range a.Kinds() {
		if said, ok := words.Acts[kind]; !ok || said.Indonesian == "" || said.English == "" {
			t.Errorf("%s has no words", kind)
		}
	}
	if len(a.Kinds()) != len(words.Acts) {
		t.Errorf("there are words for %d acts, and %d acts", len(words.Acts), len(a.Kinds()))
	}
}
