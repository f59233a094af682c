package account

import (
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/pricing"
	"gateway/test/rupiah"
)

func TestAddApp(t *testing.T) {
	t.Parallel()
	add := func(change func(*AddAppCmd)) decision {
		cmd := AddAppCmd{ID: 12, Name: "Kasir", Code: "KASIR", Category: "pos", Type: "web", URL: "https://kasir.example", By: "admin:1", At: noon}
		change(&cmd)
		return func(s State) ([]domain.Event, error) { return AddApp(s, cmd) }
	}
	full := eventsOf(registered)
	for id := range int64(MaxApps) {
		full = append(full, AppAdded{ClientID: 7, ID: 100 + id})
	}
	nameless := func(c *AddAppCmd) { c.Name = "" }
	asIs := func(*AddAppCmd) {}
	unnamed := secondApp
	unnamed.Code = "C7"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "to nobody", When: add(nameless), Refused: "client_not_found"},
		{Name: "again", Given: eventsOf(registered, secondApp), When: add(nameless)},
		{Name: "without a name", Given: full, When: add(nameless), Refused: "invalid_field name"},
		{Name: "too long a kode", Given: full, When: add(func(c *AddAppCmd) { c.Code = tooLong }), Refused: "invalid_field kode"},
		{Name: "too long a jenis", Given: full, When: add(func(c *AddAppCmd) { c.Category = tooLong }), Refused: "invalid_field jenis"},
		{Name: "too long a type", Given: full, When: add(func(c *AddAppCmd) { c.Type = tooLong }), Refused: "invalid_field type"},
		{Name: "too long a URL", Given: full, When: add(func(c *AddAppCmd) { c.URL = strings.Repeat("u", 2_049) }), Refused: "invalid_field url"},
		{Name: "one too many", Given: full, When: add(asIs), Refused: "too_many_apps"},
		{Name: "adds", Given: approvedClient, When: add(asIs), Then: eventsOf(secondApp)},
		{Name: "goes by the client's kode", Given: approvedClient, When: add(func(c *AddAppCmd) { c.Code = "" }), Then: eventsOf(unnamed)},
	})
}

func TestSetAppFee(t *testing.T) {
	t.Parallel()
	set := func(appID int64, code, flat, percent string) decision {
		return func(s State) ([]domain.Event, error) {
			return SetAppFee(s, SetAppFeeCmd{AppID: appID, ChannelCode: code, Rate: pricing.Rate{Flat: rupiah.Of(flat), Percent: rupiah.Of(percent)}, By: "admin:1", At: noon})
		}
	}
	feeSet := AppFeeSet{ClientID: 7, AppID: 11, ChannelCode: "OVO", Flat: rupiah.Of("100"), Percent: rupiah.Of("1"), By: "admin:1", At: noon}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of nobody", When: set(99, "?", "-1", "-1"), Refused: "client_not_found"},
		{Name: "of another app", Given: approvedClient, When: set(99, "?", "-1", "-1"), Refused: "app_not_found"},
		{Name: "of no channel", Given: approvedClient, When: set(11, "?", "-1", "-1"), Refused: "invalid_field channel_code"},
		{Name: "a negative flat fee", Given: approvedClient, When: set(11, "OVO", "-1", "-1"), Refused: "invalid_field flat"},
		{Name: "a negative percentage", Given: approvedClient, When: set(11, "OVO", "0", "-1"), Refused: "invalid_field percent"},
		{Name: "the same", Given: append(approvedClient, feeSet), When: set(11, "OVO", "100.00", "1")},
		{Name: "sets", Given: approvedClient, When: set(11, "ovo", "100", "1"), Then: eventsOf(feeSet)},
		{Name: "sets again", Given: append(approvedClient, AppFeeSet{AppID: 11, ChannelCode: "OVO"}), When: set(11, "OVO", "100", "1"), Then: eventsOf(feeSet)},
	})
	s := Aggregate.Fold(State{}, append(approvedClient, secondApp, feeSet)...)
	if r := s.Apps[0].Fees["OVO"]; !r.Flat.Equal(rupiah.Of("100")) || s.Apps[1].Fees != nil {
		t.Errorf("the fee is not the one app's: %v", s.Apps)
	}
}

func TestAppOfARequest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		given   []domain.Event
		appID   *int64
		want    int64
		refused string
	}{
		{"another's or none", approvedClient, of(int64(99)), 0, "invalid_field app_id"},
		{"named", append(approvedClient, secondApp), of(int64(12)), 12, ""},
		{"not named, none there", pendingClient, nil, 0, "invalid_field app_id"},
		{"not named, several there", append(approvedClient, secondApp), nil, 0, "invalid_field app_id"},
		{"not named, one there", approvedClient, nil, 11, ""},
	} {
		app, err := Aggregate.Fold(State{}, c.given...).App(c.appID)
		if got := domaintest.Refusal(err); got != c.refused || app.ID != c.want {
			t.Errorf("%s: app %d, refused %q", c.name, app.ID, got)
		}
	}
}
