package account

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/text"
)

// MaxApps is how many apps a client may have. The limit keeps the state small.
const MaxApps = 100

// AddAppCmd adds an app. ID is drawn from the sequence `app`. If Code is empty, the app gets the client's
// code.
type AddAppCmd struct {
	ID       int64
	Name     string
	Code     string
	Category string
	Type     string
	URL      string
	By       string
	At       time.Time
}

// AddApp decides an AddAppCmd. Checks:
//
//  1. client_not_found
//  2. the client has an app with this id: nothing happens
//  3. invalid_field name (required), kode, jenis, type and url: every wrong field is named
//  4. too_many_apps
func AddApp(s State, cmd AddAppCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if s.hasApp(cmd.ID) {
		return nil, nil
	}
	if cmd.Code == "" {
		cmd.Code = s.Code
	}
	if err := cmd.check(); err != nil {
		return nil, err
	}
	if len(s.Apps) >= MaxApps {
		return nil, domain.Refuse(domain.Invalid, "too_many_apps", "a client may have %d apps", MaxApps)
	}
	return []domain.Event{AppAdded{
		ClientID: s.ClientID, ID: cmd.ID, Name: cmd.Name, Code: cmd.Code,
		Category: cmd.Category, Type: cmd.Type, URL: cmd.URL, By: cmd.By, At: cmd.At,
	}}, nil
}

func (cmd AddAppCmd) check() error {
	return domain.Together(
		checkName("name", cmd.Name), checkText("kode", cmd.Code), checkText("jenis", cmd.Category), checkText("type", cmd.Type),
		text.Check("url", cmd.URL, maxURL),
	)
}

func (s State) hasApp(id int64) bool {
	return slices.ContainsFunc(s.Apps, func(a App) bool { return a.ID == id })
}

// defaultApp adds an app to a client that has none, so that no payment needs an app_id.
func (s State) defaultApp(id int64, by string, at time.Time) []domain.Event {
	if len(s.Apps) > 0 {
		return nil
	}
	return []domain.Event{AppAdded{
		ClientID: s.ClientID, ID: id, Name: s.Profile.Name, Code: s.Code,
		Category: "default", Type: "default", By: by, At: at,
	}}
}

// SetAppFeeCmd overrides the rate of a channel for one app.
type SetAppFeeCmd struct {
	AppID       int64
	ChannelCode string
	Rate        pricing.Rate
	Reason      string
	By          string
	At          time.Time
}

// SetAppFee decides a SetAppFeeCmd. Checks:
//
//  1. client_not_found, then app_not_found
//  2. invalid_field channel_code, flat and percent (pricing.Rate.Check): every wrong field is named
//  3. the app has this rate already: nothing happens
func SetAppFee(s State, cmd SetAppFeeCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	i := slices.IndexFunc(s.Apps, func(a App) bool { return a.ID == cmd.AppID })
	if i < 0 {
		return nil, domain.Refuse(domain.NotFound, "app_not_found", "there is no such app")
	}
	var unknown error
	channel, ok := pricing.Lookup(cmd.ChannelCode)
	if !ok {
		unknown = domain.InvalidField("channel_code", "is no payment channel")
	}
	if err := domain.Together(unknown, cmd.Rate.Check()); err != nil {
		return nil, err
	}
	if rate, ok := s.Apps[i].Fees[channel.Code]; ok && rate.Equal(cmd.Rate) {
		return nil, nil
	}
	return []domain.Event{AppFeeSet{
		ClientID: s.ClientID, AppID: cmd.AppID, ChannelCode: channel.Code,
		Flat: cmd.Rate.Flat, Percent: cmd.Rate.Percent, VATInclusive: cmd.Rate.VATInclusive, Reason: cmd.Reason, By: cmd.By, At: cmd.At,
	}}, nil
}
