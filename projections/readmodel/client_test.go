package readmodel_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

func registered(id int64, email string) account.Registered {
	return account.Registered{ClientID: id, Code: fmt.Sprintf("K%d", id), Name: "Toko", Email: email, PasswordHash: "argon", At: noon}
}

func TestANewClientIsPendingAndHasNothing(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{registered(7, "a@m.test")}, func(t *testing.T, q *readmodel.Queries) {
		c, err := q.Client(t.Context(), 7)
		must(t, err)
		wantJSON(t, c, `{"id":7,"nama":"Toko","email":"a@m.test","kode":"K7","pic":"","no_telp_pic":"","email_pic":"","alamat":"",
			"norek":"","bank":"","status":"pending","has_developer":false,"is_auto_approve_withdrawal":false,
			"saldo":0,"saldo_yang_bisa_ditarik":0}`)
		equal(t, "password hash", c.PasswordHash, "argon")
		_, err = q.Client(t.Context(), 8)
		wantNotFound(t, err)
	})
}

func TestAClientShowsItsProfileItsSettingsAndItsBalance(t *testing.T) {
	t.Parallel()
	first := account.Profile{Name: "Toko B", Email: "b@m.test", ContactName: "Ani", AccountNumber: "1"}
	second := account.Profile{
		Name: "Toko C", Email: "c@m.test", Address: "Jl. \"X\"", ContactPhone: "08", ContactEmail: "p@m.test", AccountNumber: "1234567890", Bank: "BCA",
	}
	given(t, []domain.Event{
		registered(7, "a@m.test"),
		account.ProfileUpdated{ClientID: 7, Profile: first, At: after(1)},
		account.Approved{ClientID: 7, At: after(2)},
		account.SettingsChanged{ClientID: 7, AutoApproveWithdrawal: true, At: after(3)},
		account.ProfileUpdated{ClientID: 7, Profile: second, At: after(4)},
		account.WebhookSecretRotated{ClientID: 7, Generation: 1},
		account.WebhookSecretRotated{ClientID: 7, Generation: 2},
		credited(7, "100.5", "20"),
	}, func(t *testing.T, q *readmodel.Queries) {
		c, err := q.Client(t.Context(), 7)
		must(t, err)
		wantJSON(t, c, `{"id":7,"nama":"Toko C","email":"c@m.test","kode":"K7","pic":"","no_telp_pic":"08","email_pic":"p@m.test",
			"alamat":"Jl. \"X\"","norek":"1234567890","bank":"BCA","status":"approved","has_developer":true,
			"is_auto_approve_withdrawal":true,"saldo":120.5,"saldo_yang_bisa_ditarik":100.5}`)
		equal(t, "webhook generation", c.WebhookGeneration, 2)
		equal(t, "created at", c.CreatedAt, noon.UTC())
	})
}

func TestAPauseSwitchesAutoApprovalOffUntilItEnds(t *testing.T) {
	t.Parallel()
	far := time.Now().Add(time.Hour)
	given(t, []domain.Event{
		registered(7, "a@m.test"), registered(8, "b@m.test"),
		account.SettingsChanged{ClientID: 7, AutoApproveWithdrawal: true, DailyPayoutCap: new(rupiah.Of("50000"))},
		account.SettingsChanged{ClientID: 8, AutoApproveWithdrawal: true, DailyPayoutCap: new(rupiah.Of("50000"))},
		account.AutoApprovalPaused{ClientID: 7, Until: far},
		account.AutoApprovalPaused{ClientID: 8, Until: after(1)},
		account.SettingsChanged{ClientID: 8, AutoApproveWithdrawal: true},
	}, func(t *testing.T, q *readmodel.Queries) {
		for id, want := range map[int64]bool{7: false, 8: true} {
			c, err := q.Client(t.Context(), id)
			must(t, err)
			equal(t, "auto-approval", c.IsAutoApproveWithdrawal, want)
			equal(t, "has a cap", c.DailyPayoutCap != nil, id == 7)
		}
		all, _, err := q.Clients(t.Context(), "", firstPage)
		must(t, err)
		equal(t, "auto-approval in the list", all[1].IsAutoApproveWithdrawal, false)
	})
}

func TestTheEndOfAccessAndAnUndoTakeTheKey(t *testing.T) {
	t.Parallel()
	moved := account.ProfileUpdated{ClientID: 7, Profile: account.Profile{Name: "Toko", Email: "thief@m.test", AccountNumber: "9", Bank: "BRI"}}
	undone := account.ChangeUndone{ClientID: 7, Secured: account.Secured{Email: "a@m.test", AccountNumber: "1", Bank: "BCA"}, At: after(2)}
	for name, c := range map[string]struct {
		events []domain.Event
		email  string
		key    bool
	}{
		"ended":              {[]domain.Event{issued(1, "h1"), account.AccessEnded{ClientID: 7, At: after(1)}}, "a@m.test", false},
		"undone":             {[]domain.Event{moved, issued(1, "h1"), undone}, "a@m.test", false},
		"a key after it":     {[]domain.Event{moved, undone, issued(1, "h1")}, "a@m.test", true},
		"changed again then": {[]domain.Event{undone, moved, issued(1, "h1")}, "thief@m.test", true},
	} {
		t.Run(name, func(t *testing.T) {
			given(t, append([]domain.Event{registered(7, "a@m.test")}, c.events...), func(t *testing.T, q *readmodel.Queries) {
				client, err := q.Client(t.Context(), 7)
				must(t, err)
				equal(t, "address", client.Email, c.email)
				owner, err := q.PersonByEmail(t.Context(), c.email)
				must(t, err)
				equal(t, "person", owner.ID, 7)
				_, err = q.KeyByHash(t.Context(), "h1")
				equal(t, "has a key", err == nil, c.key)
				ended, err := q.EndedAccess(t.Context(), after(1))
				must(t, err)
				equal(t, "ended", fmt.Sprint(ended), "[7]")
			})
		})
	}
}

func TestClientsAreListedByStatus(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := int64(1); id <= 5; id++ {
		events = append(events, registered(id, fmt.Sprintf("%d@m.test", id)))
	}
	events = append(events, account.Approved{ClientID: 1}, account.Approved{ClientID: 2}, account.Rejected{ClientID: 3},
		account.Suspended{ClientID: 1}, account.Suspended{ClientID: 2}, account.Reactivated{ClientID: 2})
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for status, want := range map[string]string{
			"": "[5 4 3 2 1]", "pending": "[5 4]", "approved": "[2]", "rejected": "[3]", "suspended": "[1]",
		} {
			list, total, err := q.Clients(t.Context(), status, firstPage)
			must(t, err)
			ids := []int64{}
			for _, c := range list {
				ids = append(ids, c.ID)
			}
			equal(t, status, fmt.Sprint(ids), want)
			equal(t, "total of "+status, total, int64(len(list)))
		}
	})
}

func TestAppsAreListedWithTheirOwnRates(t *testing.T) {
	t.Parallel()
	app := func(id int64) account.AppAdded {
		return account.AppAdded{ClientID: 7, ID: id, Name: "Shop", Code: "S", Category: "retail", Type: "web", URL: "https://s.test"}
	}
	fee := func(appID int64, code, flat, percent string) account.AppFeeSet {
		return account.AppFeeSet{ClientID: 7, AppID: appID, ChannelCode: code, Flat: rupiah.Of(flat), Percent: rupiah.Of(percent), VATInclusive: true}
	}
	given(t, []domain.Event{
		registered(7, "a@m.test"), app(4), app(2), fee(4, "QRIS", "1", "0.7001"), fee(4, "BCA", "9", "0"), fee(4, "BCA", "10.5", "0"), fee(2, "OVO", "0", "1"),
	}, func(t *testing.T, q *readmodel.Queries) {
		apps, err := q.Apps(t.Context(), 7)
		must(t, err)
		wantJSON(t, apps, `[{"id":2,"app_id":2,"type":"web","url":"https://s.test","app":{"id":2,"kode":"S","name":"Shop","jenis":"retail"}},
			{"id":4,"app_id":4,"type":"web","url":"https://s.test","app":{"id":4,"kode":"S","name":"Shop","jenis":"retail"}}]`)
		fees, err := q.AppFees(t.Context(), 7, 4)
		must(t, err)
		wantJSON(t, fees, `[{"app_id":4,"channel_code":"BCA","flat":10.5,"percent":0,"vat_inclusive":true},
			{"app_id":4,"channel_code":"QRIS","flat":1,"percent":0.7001,"vat_inclusive":true}]`)
		others, err := q.AppFees(t.Context(), 8, 4)
		must(t, err)
		wantJSON(t, others, `[]`)
		one, err := q.App(t.Context(), 4)
		must(t, err)
		equal(t, "owner", one.ClientID, 7)
		_, err = q.App(t.Context(), 5)
		wantNotFound(t, err)
	})
}
