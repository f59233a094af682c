package tax

import (
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/text"

	"github.com/shopspring/decimal"
)

// Clients folds the streams of clients' tax data.
var Clients = domain.Aggregate[Client]{Category: "client_tax", Evolve: evolveClient}

// ClientStream names the stream of the tax data of a client.
func ClientStream(clientID int64) string {
	return Clients.Stream(strconv.FormatInt(clientID, decimalBase))
}

const decimalBase = 10

// DataChanged carries the whole tax data of a client after a change.
type DataChanged struct {
	ClientID int64     `json:"client_id"`
	Data     Data      `json:"tax_data"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// ExemptionSet says from which day on the client's fees are without VAT, and by which paper. An empty day ends the
// exemption.
type ExemptionSet struct {
	ClientID int64 `json:"client_id"`
	Exemption
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// EventType is the wire name.
func (DataChanged) EventType() string  { return "client_tax.data_changed.v1" }
func (ExemptionSet) EventType() string { return "client_tax.exemption_set.v1" }

// Exemption frees a client's fees from VAT.
type Exemption struct {
	// From is the first day, in the business time zone, such as 2026-01-31; empty for no exemption.
	From string `json:"exempt_from"`
	// Paper is the number of the paper that says so.
	Paper string `json:"exemption_paper"`
}

// Version is tax data with the time from which on it was known.
type Version struct {
	Data
	At time.Time
}

// Client is the state of a client's tax data.
type Client struct {
	// Versions has all data that was ever given, oldest first.
	Versions  []Version
	Exemption Exemption
	// LastPaper is the paper of the last exemption, also after that ended.
	LastPaper string
}

func evolveClient(s Client, event domain.Event) Client {
	switch e := event.(type) {
	case DataChanged:
		s.Versions = append(s.Versions[:len(s.Versions):len(s.Versions)], Version{e.Data, e.At})
	case ExemptionSet:
		s.Exemption = e.Exemption
		if e.Paper != "" {
			s.LastPaper = e.Paper
		}
	}
	return s
}

// Data returns the present data.
func (s Client) Data() Data {
	if len(s.Versions) == 0 {
		return Data{}
	}
	return s.Versions[len(s.Versions)-1].Data
}

// DataAt returns the data of an invoice: what was known when its month was closed, or the first complete data after
// that. Without any it returns the present data, which lacks something.
func (s Client) DataAt(closed time.Time) Data {
	var at Data
	for _, v := range s.Versions {
		if v.At.After(closed) && len(at.Missing()) == 0 {
			return at
		}
		at = v.Data
	}
	return at
}

// KnownAt returns the data as they were given by a time; empty if there were none.
func (s Client) KnownAt(t time.Time) Data {
	var known Data
	for _, v := range s.Versions {
		if !v.At.After(t) {
			known = v.Data
		}
	}
	return known
}

// IsExempt reports whether payments and payouts that are created on a day are charged without VAT.
func (s Client) IsExempt(day string) bool {
	return s.Exemption.From != "" && day >= s.Exemption.From
}

// VATRate returns the rate in percent that the client's fees are charged with on a day, of the general rate.
func (s Client) VATRate(day string, general decimal.Decimal) decimal.Decimal {
	if s.IsExempt(day) {
		return decimal.Zero
	}
	return general
}

// ChangeData decides a change of the data. It refuses what Data.Normalized refuses. The same data again changes nothing.
func ChangeData(s Client, clientID int64, data Data, by string, at time.Time) ([]domain.Event, error) {
	data, err := data.Normalized()
	if err != nil || data == s.Data() {
		return nil, err
	}
	return []domain.Event{DataChanged{ClientID: clientID, Data: data, By: by, At: at}}, nil
}

// Check refuses, with invalid_field, a first day that is none, and an exemption without paper.
func (e Exemption) Check() error {
	if e.From == "" {
		return nil
	}
	var day error
	if _, err := time.Parse(time.DateOnly, e.From); err != nil {
		day = domain.InvalidField("exempt_from", "must be a day such as 2026-01-31")
	}
	return domain.Together(day, text.Require("exemption_paper", e.Paper, text.MaxLine))
}

// SetExemption decides an exemption or, with an empty first day, its end. It refuses what Exemption.Check refuses. The
// same exemption again changes nothing.
func SetExemption(s Client, clientID int64, exemption Exemption, by string, at time.Time) ([]domain.Event, error) {
	if exemption.From == "" {
		exemption.Paper = ""
	}
	if err := exemption.Check(); err != nil || exemption == s.Exemption {
		return nil, err
	}
	return []domain.Event{ExemptionSet{ClientID: clientID, Exemption: exemption, By: by, At: at}}, nil
}

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{DataChanged{}, ExemptionSet{}, Exported{}, Replaced{}, Approved{}, Rejected{}}
}
