package admin

import (
	"errors"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

// withdrawal gives the client 100,000 and has it ask for 50,000 of them.
func (d desk) withdrawal(client, id int64) {
	d.t.Helper()
	d.balance(client, func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{ClientID: client, Amount: rupiah.Of(100_000), Reason: "test", By: "admin:1", Reference: "adj-" + itoa(id), At: d.Now()})
	})
	d.balance(client, func(s balance.State) ([]domain.Event, error) {
		return balance.RequestWithdrawal(s, balance.RequestCmd{At: d.Now(), Order: balance.Order{
			ID: id, ClientID: client, ExternalID: "WD-" + itoa(id), Amount: rupiah.Of(50_000), Fee: rupiah.Of(5_000), By: "client",
			URL: "http://127.0.0.1:1/", Bank: "BCA", AccountNumber: "1234567890",
		}})
	})
}

func (d desk) balance(client int64, decide func(balance.State) ([]domain.Event, error)) {
	d.t.Helper()
	if err := d.changeBalance(d.t.Context(), client, decide); err != nil {
		d.t.Fatal(err)
	}
}

// unknown leads a withdrawal to where nobody knows whether the provider has it.
func (d desk) unknown(client, id int64) {
	d.t.Helper()
	d.withdrawal(client, id)
	for _, step := range []func(balance.State) ([]domain.Event, error){
		func(s balance.State) ([]domain.Event, error) {
			return balance.Approve(s, balance.Withdrawal, id, balance.ApproveCmd{By: "admin:1", At: d.Now()})
		},
		func(s balance.State) ([]domain.Event, error) {
			return balance.Submit(s, balance.Withdrawal, id, "key", d.Now())
		},
		func(s balance.State) ([]domain.Event, error) {
			return balance.MarkUnknown(s, balance.Withdrawal, id, "timeout", d.Now())
		},
	} {
		d.balance(client, step)
	}
}

func TestAWithdrawalPaidByHand(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	root := d.bearer(rootEmail, rootPassword)
	client := d.client("toko@example.com")
	d.withdrawal(client, 7)
	d.want(d.as(root, "POST", "/withdrawals/7/complete", `{"di_transfer_oleh":"Ani"}`), 400, "not_processing")
	approved := servicetest.Into[readmodel.AdminPayout](t, d.want(d.as(root, "POST", "/withdrawals/7/approve", `{"manual":true}`), 200, ""))
	if approved.Status != balance.StatusProcessing || !approved.Manual || approved.ClientID != client {
		t.Errorf("approved is %+v", approved)
	}
	d.want(d.as(root, "POST", "/withdrawals/7/reject", `{"reason":"late"}`), 400, "not_pending")
	if got := d.as(root, "POST", "/withdrawals/7/complete", ""); got.Status != 400 || got.Field != "di_transfer_oleh" {
		t.Errorf("by nobody: %+v", got)
	}
	done := servicetest.Into[readmodel.AdminPayout](t, d.want(d.as(root, "POST", "/withdrawals/7/complete", `{"di_transfer_oleh":"Ani"}`), 200, ""))
	if done.Status != balance.StatusCompleted || *done.TransferredBy != "Ani" {
		t.Errorf("completed is %+v", done)
	}
	d.want(d.as(root, "POST", "/settlements/7/approve", ""), 404, "not_found")
	listed := servicetest.Into[[]readmodel.AdminPayout](t, d.as(root, "GET", "/withdrawals?status=completed", ""))
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
			d := newDesk(t, asked(func(reference string) (report.Payout, error) {
				references = append(references, reference)
				return report.Payout{}, c.answer
			}))
			root := d.bearer(rootEmail, rootPassword)
			client := d.client("toko@example.com")
			d.unknown(client, 7)
			d.want(d.as(root, "POST", "/withdrawals/7/fail", `{"reason":"never sent"}`), c.status, c.code)
			if want := "withdrawal-" + itoa(client) + "-7"; len(references) != 1 || references[0] != want {
				t.Errorf("the provider was asked for %q, want once for %s", references, want)
			}
			held := servicetest.Into[readmodel.Balance](t, d.as(root, "GET", "/clients/"+itoa(client)+"/balance", "")).Held
			if released := held.IsZero(); released != (c.status == 200) {
				t.Errorf("held is %s", held)
			}
		})
	}
}
