package adminapi

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/service"
	"gateway/http/service/accountservice"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/test/rupiah"
)

// withdrawal gives the client Rp 100,000 and requests a withdrawal of Rp 50,000.
func (f fixture) withdrawal(client, id int64) {
	f.t.Helper()
	number, bank := "1234567890", "BCA"
	if _, err := f.Accounts.UpdateProfile(f.t.Context(), client, accountservice.ProfileUpdate{AccountNumber: &number, Bank: &bank}); err != nil {
		f.t.Fatal(err)
	}
	f.decide(client, func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{ClientID: client, Amount: rupiah.Of(100_000), Reason: "test", By: "admin:1", Reference: "adj-" + itoa(id), At: f.core.Now()})
	})
	f.decide(client, func(s balance.State) ([]domain.Event, error) {
		return balance.RequestWithdrawal(s, balance.RequestCmd{At: f.core.Now(), Order: balance.Order{
			ID: id, ClientID: client, ExternalID: "WD-" + itoa(id), Amount: rupiah.Of(50_000), Fee: rupiah.Of(5_000), By: "client",
			URL: "http://127.0.0.1:1/", Bank: bank, AccountNumber: number,
		}})
	})
}

// decide executes a command on the client's balance.
func (f fixture) decide(client int64, decide func(balance.State) ([]domain.Event, error)) {
	f.t.Helper()
	_, err := service.Execute(f.t.Context(), f.core, balance.Aggregate, balance.Stream(client), decide)
	if err != nil {
		f.t.Fatal(err)
	}
}

// unknown makes a withdrawal whose outcome at the provider is unknown.
func (f fixture) unknown(client, id int64) {
	f.t.Helper()
	f.withdrawal(client, id)
	for _, step := range []func(balance.State) ([]domain.Event, error){
		func(s balance.State) ([]domain.Event, error) {
			return balance.Approve(s, balance.Withdrawal, id, balance.ApproveCmd{By: "admin:1", At: f.core.Now()})
		},
		func(s balance.State) ([]domain.Event, error) {
			return balance.Submit(s, balance.Withdrawal, id, balance.SubmitCmd{
				Attempt: 1, RequestID: "a request", ProviderAPI: report.PayoutsV1, At: f.core.Now().Add(-time.Hour),
			})
		},
		func(s balance.State) ([]domain.Event, error) {
			return balance.MarkUnknown(s, balance.Withdrawal, id, "timeout", f.core.Now())
		},
	} {
		f.decide(client, step)
	}
}

func TestAWithdrawalIsPaidByHand(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	client := f.client("toko@example.com")
	f.withdrawal(client, 7)
	f.want(f.as(root, "POST", "/withdrawals/7/complete", `{"di_transfer_oleh":"Ani"}`), 400, "not_processing")
	approved := servicetest.Into[payoutrows.AdminPayout](t, f.want(f.as(root, "POST", "/withdrawals/7/approve", `{"manual":true}`), 200, ""))
	if approved.Status != balance.StatusProcessing || !approved.Manual || approved.ClientID != client {
		t.Errorf("approved is %+v", approved)
	}
	f.want(f.as(root, "POST", "/withdrawals/7/reject", `{"reason":"late"}`), 400, "not_pending")
	if got := f.as(root, "POST", "/withdrawals/7/complete", ""); got.Status != 400 || got.Field != "di_transfer_oleh" {
		t.Errorf("without di_transfer_oleh: %+v", got)
	}
	done := servicetest.Into[payoutrows.AdminPayout](t, f.want(f.as(root, "POST", "/withdrawals/7/complete", `{"di_transfer_oleh":"Ani"}`), 200, ""))
	if done.Status != balance.StatusCompleted || *done.TransferredBy != "Ani" {
		t.Errorf("completed is %+v", done)
	}
	f.want(f.as(root, "POST", "/settlements/7/approve", ""), 404, "not_found")
	listed := servicetest.Into[[]payoutrows.AdminPayout](t, f.as(root, "GET", "/withdrawals?status=completed", ""))
	if len(listed) != 1 || listed[0].ID != 7 || listed[0].Kind != balance.Withdrawal {
		t.Errorf("listed is %+v", listed)
	}
}

func TestAPersonDecidesOnAnUnknownPayoutOnlyWhereTheProviderHasNoRecord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule   string
		answer error
		status int
		code   string
	}{
		{"no record", report.ErrNoRecord, 200, ""},
		{"no record, said indirectly", fmt.Errorf("lookup: %w", report.ErrNoRecord), 200, ""},
		{"it has one", nil, 400, "not_manual"},
		{"it does not answer", &report.Unknown{Err: errors.New("timeout")}, 400, "not_manual"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var references []string
			f := newFixture(t, findPayout(func(reference string) (report.Payout, error) {
				references = append(references, reference)
				return report.Payout{}, c.answer
			}))
			root := f.bearer(rootEmail, rootPassword)
			client := f.client("toko@example.com")
			f.unknown(client, 7)
			f.want(f.as(root, "POST", "/withdrawals/7/fail", `{"reason":"never sent"}`), c.status, c.code)
			if want := "withdrawal-" + itoa(client) + "-7-313c9500b68e"; len(references) != 1 || references[0] != want {
				t.Errorf("the provider was asked for %q, want once for %s", references, want)
			}
			held := servicetest.Into[balancerows.Balance](t, f.as(root, "GET", "/clients/"+itoa(client)+"/balance", "")).Held
			if released := held.IsZero(); released != (c.status == 200) {
				t.Errorf("held is %s", held)
			}
		})
	}
}
