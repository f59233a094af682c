package clientrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain/pricing"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// App is one of a client's apps (API reference: Account).
type App struct {
	ID       int64
	ClientID int64
	Name     string
	Code     string
	Category string
	Type     string
	URL      string
	// CreatedAt is not shown.
	CreatedAt time.Time
}

func (a *App) columns(f *readtable.Fields) {
	f.At("id", &a.ID).At("client_id", &a.ClientID).At("name", &a.Name).At("kode", &a.Code).At("jenis", &a.Category).At("type", &a.Type)
	f.At("url", &a.URL).At("created_at", &a.CreatedAt)
}

// MarshalJSON writes the app with every field name that the API uses: id and app_id are the same.
func (a App) MarshalJSON() ([]byte, error) { return json.Marshal(a.body()) }

type appBody struct {
	ID    int64    `json:"id"`
	AppID int64    `json:"app_id"`
	Type  string   `json:"type"`
	URL   string   `json:"url"`
	App   innerApp `json:"app"`
}

type innerApp struct {
	ID       int64  `json:"id"`
	Code     string `json:"kode"`
	Name     string `json:"name"`
	Category string `json:"jenis"`
}

func (a App) body() appBody {
	return appBody{a.ID, a.ID, a.Type, a.URL, innerApp{a.ID, a.Code, a.Name, a.Category}}
}

// AppWithFees is an app with the rates that replace the general ones.
type AppWithFees struct {
	App
	Fees []AppFee
}

// MarshalJSON writes the app in the form of App, with its rates.
func (a AppWithFees) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		appBody
		Fees []AppFee `json:"fees"`
	}{a.body(), a.Fees})
}

// AppFee is the rate that an app pays on a channel instead of the general rate.
type AppFee struct {
	AppID        int64           `json:"app_id"`
	ChannelCode  string          `json:"channel_code"`
	Flat         decimal.Decimal `json:"flat"`
	Percent      decimal.Decimal `json:"percent"`
	VATInclusive bool            `json:"vat_inclusive"`
	ClientID     int64           `json:"-"`
	UpdatedAt    time.Time       `json:"-"`
}

func (r *AppFee) columns(f *readtable.Fields) {
	f.At("app_id", &r.AppID).At("channel_code", &r.ChannelCode).At("client_id", &r.ClientID)
	f.Later("flat", &r.Flat).Later("percent", &r.Percent).Later("vat_inclusive", &r.VATInclusive).Later("updated_at", &r.UpdatedAt)
}

// Rate returns the rate in the form that package pricing uses.
func (r AppFee) Rate() pricing.Rate {
	return pricing.Rate{Flat: r.Flat, Percent: r.Percent, VATInclusive: r.VATInclusive}
}

var (
	appTable    = readtable.TableOf("apps", (*App).columns)
	appFeeTable = readtable.TableOf("app_fees", (*AppFee).columns)
)

// App returns an app of any client.
func (q Queries) App(ctx context.Context, id int64) (App, error) {
	return appTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// Apps lists the client's apps, oldest first.
func (q Queries) Apps(ctx context.Context, clientID int64) ([]App, error) {
	return appTable.List(ctx, q.DB, "WHERE client_id = $1 ORDER BY id", clientID)
}

// AppFees lists the rates of one of the client's apps that differ from the general rates, ordered by channel
// code.
func (q Queries) AppFees(ctx context.Context, clientID, appID int64) ([]AppFee, error) {
	return appFeeTable.List(ctx, q.DB, "WHERE app_id = $1 AND client_id = $2 ORDER BY channel_code", appID, clientID)
}

// AppsWithFees lists the client's apps with their own rates. Apps are ordered oldest first, and the rates of
// each by channel code.
func (q Queries) AppsWithFees(ctx context.Context, clientID int64) ([]AppWithFees, error) {
	apps, err := q.Apps(ctx, clientID)
	if err != nil {
		return nil, err
	}
	ids, all, place := make([]int64, len(apps)), make([]AppWithFees, len(apps)), map[int64]int{}
	for i, app := range apps {
		ids[i], all[i], place[app.ID] = app.ID, AppWithFees{app, []AppFee{}}, i
	}
	fees, err := appFeeTable.List(ctx, q.DB, "WHERE app_id = ANY ($1) ORDER BY app_id, channel_code", pq.Array(ids))
	for _, fee := range fees {
		app := &all[place[fee.AppID]]
		app.Fees = append(app.Fees, fee)
	}
	return all, err
}

var (
	insertApps = readtable.Insert("apps", (*App).columns)
	putAppFees = readtable.Upsert("app_fees", (*AppFee).columns, "app_id", "channel_code")
)

type appFeeKey struct {
	appID       int64
	channelCode string
}
