package hostile

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// coolingOff is a gateway that reports a change of the account to the former address, with a link that undoes it.
func coolingOff(t *testing.T) *harness.Gateway {
	t.Helper()
	return harness.Start(t, harness.Settings{"PAYOUT_COOL_OFF": "1h"})
}

// gains are what an account gained since a moment: two keys, an invitation, an endpoint. The account also has a
// person from before.
type gains struct {
	merchant
	since              string
	full, restricted   string // the keys
	restrictedID       int64
	invitation, guest  string // the token of the link, and the address
	fullItem, keyItem  string
	invitationItem     string
	callbackEndpointID int64
}

func gain(t *testing.T, g *harness.Gateway) gains {
	t.Helper()
	a := gains{merchant: g.NewMerchant(t), since: now(), guest: g.NextEmail()}
	owner := a.LogIn(t)
	full := owner.Post(t, "/api-keys", object{"name": "full"}).Wants(t, 201)
	restricted := owner.Post(t, "/api-keys", object{"name": "ci", "restricted": true, "scopes": []string{"read"}}).Wants(t, 201)
	person := owner.Post(t, "/me/users", object{"email": a.guest, "role": "owner"}).Wants(t, 201).ID(t, "id")
	endpoint := owner.Post(t, "/callback-endpoints", object{"url": "http://127.0.0.1:9/x", "events": "*"}).Wants(t, 201)
	a.full, a.restricted, a.restrictedID = full.Text(t, "key"), restricted.Text(t, "key"), restricted.ID(t, "id")
	a.invitation = harness.Mails(t).Await(t, a.guest, 1).Token()
	a.fullItem, a.keyItem = fmt.Sprint("api_key-", full.ID(t, "id")), fmt.Sprint("api_key-", a.restrictedID)
	a.invitationItem, a.callbackEndpointID = fmt.Sprint("invitation-", person), endpoint.ID(t, "endpoint.id")
	return a
}

func (a gains) items() []string {
	return []string{a.fullItem, a.keyItem, a.invitationItem, fmt.Sprint("callback_endpoint-", a.callbackEndpointID)}
}

func (a gains) works(t *testing.T, key string) bool {
	t.Helper()
	return a.Gateway.Anonymous().With("X-API-Key", key).Get(t, "/account").Status == 200
}

// lists checks that the last recovery names everything that was gained.
func (a gains) lists(t *testing.T, owner caller) {
	t.Helper()
	last := owner.Get(t, "/me/recovery").Wants(t, 200)
	for _, item := range a.items() {
		if !strings.Contains(harness.JSON(last.Field(t, "last.items")), `"`+item+`"`) {
			t.Errorf("the last recovery does not name %s: %s", item, last.Body)
		}
	}
}

var keyOfTheForm = regexp.MustCompile(`end-access"[^>]*><input type="hidden" name="idempotency_key" value="(\w+)"`)

func restore(item string) string { return "/me/recovery/" + item + "/restore" }

// A person presses the button again, or a program repeats the request: nothing disappears from the list.
func TestAccessThatIsEndedManyTimesAtOnceEndsOnceAndKeepsItsList(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	t.Run("by requests", func(t *testing.T) {
		t.Parallel()
		a := gain(t, g)
		owner, ended := a.LogIn(t), 0
		end := func(int) (answer, error) { return owner.Send("POST", "/me/end-access", object{"since": a.since}) }
		harness.AtOnce(t, 4, end, func(got answer) {
			switch got.Status {
			case 200:
				ended++
			default:
				got.Refuses(t, 401, "invalid_token")
			}
		})
		if ended == 0 || a.works(t, a.full) || a.works(t, a.restricted) {
			t.Errorf("%d requests ended the access; the keys work: %v %v", ended, a.works(t, a.full), a.works(t, a.restricted))
		}
		a.lists(t, a.LogIn(t))
	})
	t.Run("by one form that is sent twice", func(t *testing.T) {
		t.Parallel()
		a := gain(t, g)
		b := newBrowser(t, g)
		b.logIn(t, "/portal", a.Email, harness.Password)
		key := keyOfTheForm.FindStringSubmatch(b.get(t, "/portal/security").Body)
		if key == nil {
			t.Fatal("the page has no form that ends all access")
		}
		form := url.Values{"idempotency_key": {key[1]}, "reason": {"stolen"}, "agreed": {"true"}, "since": {a.since}}.Encode()
		done := make(chan shown)
		for range 2 {
			go func() { done <- b.post(t, "/portal/security/end-access", form) }()
		}
		for range 2 {
			if got := <-done; got.Status >= http.StatusInternalServerError {
				t.Errorf("%d %s", got.Status, got.text())
			}
		}
		if a.works(t, a.full) || a.works(t, a.restricted) {
			t.Error("a key works")
		}
		a.lists(t, a.LogIn(t))
	})
}

func TestWhatIsRestoredManyTimesAtOnceIsThereOnce(t *testing.T) {
	t.Parallel()
	a := gain(t, harness.Shared(t))
	a.LogIn(t).Post(t, "/me/end-access", object{"since": a.since}).Wants(t, 200)
	owner := a.LogIn(t)
	for _, item := range a.items() {
		harness.AtOnce(t, 4, func(int) (answer, error) { return owner.Send("POST", restore(item), nil) }, func(got answer) {
			got.Wants(t, 200)
		})
	}
	if !a.works(t, a.full) || !a.works(t, a.restricted) {
		t.Error("a key that was restored does not work")
	}
	if people := owner.Get(t, "/me/users").Wants(t, 200).List(t); len(people) != 2 {
		t.Errorf("the people are %v", people)
	}
	if endpoints := owner.Get(t, "/callback-endpoints").Wants(t, 200).List(t); len(endpoints) != 1 {
		t.Errorf("the endpoints are %v", endpoints)
	}
}

// What the owner ends after the recovery stays ended, although the recovery's list still names it.
func TestARestoreBringsBackNothingThatTheOwnerEndedAfterwards(t *testing.T) {
	t.Parallel()
	a := gain(t, harness.Shared(t))
	a.LogIn(t).Post(t, "/me/end-access", object{"since": a.since}).Wants(t, 200)
	choosePassword(t, a.Gateway, a.invitation, harness.Password).Refuses(t, 400, "link_invalid")
	owner := a.LogIn(t)
	owner.Post(t, restore(a.keyItem), nil).Wants(t, 200)
	owner.Call(t, "DELETE", fmt.Sprint("/api-keys/", a.restrictedID), nil).Wants(t, 200)
	owner.Post(t, restore(a.keyItem), nil)
	if a.works(t, a.restricted) {
		t.Error("a key that the owner revoked works again")
	}
	newer := owner.Post(t, "/api-keys", object{"name": "newer"}).Wants(t, 201).Text(t, "key")
	owner.Post(t, restore(a.fullItem), nil).Refuses(t, 409, "not_restorable")
	if a.works(t, a.full) || !a.works(t, newer) {
		t.Error("the former full key took the place of the newer one")
	}
}

func TestAnItemThatIsNoneIsNotRestored(t *testing.T) {
	t.Parallel()
	a := gain(t, harness.Shared(t))
	a.LogIn(t).Post(t, "/me/end-access", object{"since": a.since}).Wants(t, 200)
	owner := a.LogIn(t)
	for _, item := range []string{
		"x", "person-1", "api_key-1", "api_key--1", "api_key-%2e", "api_key-99999999999999999999", "..%2f..", a.keyItem + "%20", "API_KEY-1",
	} {
		if got := owner.Post(t, restore(item), nil); got.Status != 400 && got.Status != 404 {
			t.Errorf("%s: %d %s", item, got.Status, got.Body)
		}
	}
	for _, since := range []string{"x", "-1", "0000-00-00", "2026-13-45", "99999-01-01T00:00:00Z", "2026-11-25T22:00:00%2B99:99"} {
		owner.Get(t, "/me/recovery?since=%s", since).RefusesField(t, "since")
	}
}

// Staff may suspend the merchant at once, and the thief may change the bank account again; the link undoes it
// all the same.
func TestALinkUndoesAChangeWhileTheMerchantIsSuspendedAndASecondTime(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Put(t, "/account", object{"norek": "6666666666"}).Wants(t, 200)
	token := harness.Mails(t).Await(t, m.Email, 1).Token()
	g.Admin(t).Post(t, m.AdminPath("/suspend"), object{"reason": "a thief"}).Wants(t, 200)
	g.Anonymous().Post(t, "/auth/undo-change", object{"token": token}).Wants(t, 200)
	g.Admin(t).Post(t, m.AdminPath("/reactivate"), nil).Wants(t, 200)
	m.LogIn(t).Get(t, "/auth/me").Wants(t, 200).Is(t, object{"norek": "1234567890"})

	m.IssueKey(t) // the thief also has the next key
	m.Put(t, "/account", object{"norek": "8888888888"}).Wants(t, 200)
	g.Anonymous().Post(t, "/auth/undo-change", object{"token": token}).Wants(t, 200)
	m.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	m.LogIn(t).Get(t, "/auth/me").Wants(t, 200).Is(t, object{"norek": "1234567890"})
}
