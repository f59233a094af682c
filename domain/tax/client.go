package tax

import (
	"slices"
	"strconv"
	"strings"
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

// ExemptionSet says from which day on the client's fees are without VAT, and by which paper. A later day renews an exemption:
// the one before it stays in force until then. An empty day ends them all.
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
	Versions []Version
	// Exemptions are those that have not ended, by their first days. Each follows on the one before it.
	Exemptions []Exemption
	// Ended are the exemptions that ended, in the order of their ends.
	Ended []Exemption
}

func evolveClient(s Client, event domain.Event) Client {
	switch e := event.(type) {
	case DataChanged:
		s.Versions = append(s.Versions[:len(s.Versions):len(s.Versions)], Version{e.Data, e.At})
	case ExemptionSet:
		return s.exempted(e.Exemption)
	}
	return s
}

// exempted adds an exemption, in the place of one of the same day. Without a first day it ends them all.
func (s Client) exempted(e Exemption) Client {
	if e.From == "" {
		s.Ended, s.Exemptions = append(slices.Clip(s.Ended), s.Exemptions...), nil
		return s
	}
	s.Exemptions = slices.DeleteFunc(slices.Clone(s.Exemptions), func(one Exemption) bool { return one.From == e.From })
	s.Exemptions = append(s.Exemptions, e)
	slices.SortFunc(s.Exemptions, func(a, b Exemption) int { return strings.Compare(a.From, b.From) })
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
	_, ok := inForce(s.Exemptions, day)
	return ok
}

// Exemption returns the exemption that is in force on a day, or else the first one after it. It is empty if there is none.
func (s Client) Exemption(day string) Exemption {
	e, ok := inForce(s.Exemptions, day)
	if !ok && len(s.Exemptions) > 0 {
		return s.Exemptions[0]
	}
	return e
}

// PaperOn returns the number of the paper that was in force on a day, also if the exemption ended since. It is empty if there
// was none.
func (s Client) PaperOn(day string) string {
	e, ok := inForce(s.Exemptions, day)
	if !ok {
		e, _ = inForce(s.Ended, day)
	}
	return e.Paper
}

// inForce returns the last exemption of a list that began on a day or before.
func inForce(list []Exemption, day string) (last Exemption, ok bool) {
	for _, e := range slices.Backward(list) {
		if e.From <= day {
			return e, true
		}
	}
	return last, false
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

// SetExemption decides an exemption or, with an empty first day, the end of all. It refuses what Exemption.Check refuses. The
// same exemption again changes nothing.
func SetExemption(s Client, clientID int64, exemption Exemption, by string, at time.Time) ([]domain.Event, error) {
	if exemption.From == "" {
		exemption.Paper = ""
	}
	if err := exemption.Check(); err != nil || s.has(exemption) {
		return nil, err
	}
	return []domain.Event{ExemptionSet{ClientID: clientID, Exemption: exemption, By: by, At: at}}, nil
}

// has reports whether an exemption, or the end of all, is what is set already.
func (s Client) has(exemption Exemption) bool {
	if exemption.From == "" {
		return len(s.Exemptions) == 0
	}
	return slices.Contains(s.Exemptions, exemption)
}

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{DataChanged{}, ExemptionSet{}, Exported{}, Replaced{}, Approved{}, Rejected{}, NumberClaimed{}}
}
