// Package overviewservice implements the use cases that say what the payments of the last days brought, to a merchant and
// to the operator's people.
package overviewservice

import (
	"context"
	"time"

	"gateway/http/service"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
)

// DefaultDays is how many days an overview has unless another number is asked for.
const DefaultDays = 7

// topClients is how many clients an overview lists.
const topClients = 10

// Overviews implements the use cases. It is safe for concurrent use.
type Overviews struct {
	*service.Core
	// HoldDays is the number of days after which a held credit is available at the latest, 0 for no such number.
	HoldDays int
}

// Day is what the payments that were created on a day are now, beside those of the day as many days before as the period has.
type Day struct {
	// Day is a day of the business calendar, such as 2026-01-31.
	Day string `json:"day"`
	paymentrows.DaySums
	// Earlier is the day before, and Before its sums.
	Earlier string              `json:"earlier"`
	Before  paymentrows.DaySums `json:"before"`
}

// Period is some days, of which the last is today, beside as many days before.
type Period struct {
	From string `json:"from"`
	To   string `json:"to"`
	paymentrows.DaySums
	EarlierFrom string              `json:"earlier_from"`
	EarlierTo   string              `json:"earlier_to"`
	Before      paymentrows.DaySums `json:"before"`
	// Days has every day of the period, oldest first.
	Days []Day `json:"days"`
}

// TimeToPay tells between which bounds the median lies of the time from the creation of a payment to its customer's payment.
type TimeToPay struct {
	FromSeconds int64 `json:"from_seconds"`
	// BelowSeconds is nil when there is no upper bound.
	BelowSeconds *int64 `json:"below_seconds"`
}

// Arrival is what becomes available on a day, in rupiah, at the latest.
type Arrival struct {
	Day    string          `json:"day"`
	Amount decimal.Decimal `json:"amount"`
}

// Own is the overview of a client.
type Own struct {
	Period
	// TimeToPay is nil while none of the payments is paid.
	TimeToPay *TimeToPay                `json:"time_to_pay"`
	Channels  []paymentrows.ChannelSums `json:"channels"`
	// Arrivals are empty when the number of days of a hold is not set.
	Arrivals []Arrival `json:"arrivals"`
}

// Connection is what the payments of the period at one connection are.
type Connection struct {
	Connection string `json:"connection"`
	paymentrows.DaySums
	Before paymentrows.DaySums `json:"before"`
}

// All is the overview over all clients.
type All struct {
	Period
	// Clients are those with the most paid, at most ten, the first of them first.
	Clients []paymentrows.ClientSums `json:"clients"`
	// Connections are in the order of their names.
	Connections []Connection `json:"connections"`
}

// span returns a period without its sums.
func (o Overviews) span(days int) Period {
	if days == 0 {
		days = DefaultDays
	}
	today := o.Now().In(o.Calendar.Zone())
	var p Period
	for ago := days - 1; ago >= 0; ago-- {
		p.Days = append(p.Days, Day{
			Day: today.AddDate(0, 0, -ago).Format(time.DateOnly), Earlier: today.AddDate(0, 0, -ago-days).Format(time.DateOnly),
		})
	}
	first, last := p.Days[0], p.Days[days-1]
	p.From, p.To, p.EarlierFrom, p.EarlierTo = first.Day, last.Day, first.Earlier, last.Earlier
	return p
}

// add adds sums to their day and to the period.
func (p *Period) add(day string, sums paymentrows.DaySums) {
	for i := range p.Days {
		switch d := &p.Days[i]; day {
		case d.Day:
			d.DaySums, p.DaySums = d.Plus(sums), p.Plus(sums)
		case d.Earlier:
			d.Before, p.Before = d.Before.Plus(sums), p.Before.Plus(sums)
		}
	}
}

// Own returns the overview of a client over the last days, with today; 0 are DefaultDays.
func (o Overviews) Own(ctx context.Context, clientID int64, days int) (Own, error) {
	own := Own{Period: o.span(days), Channels: []paymentrows.ChannelSums{}, Arrivals: []Arrival{}}
	rows, err := o.Queries.PaymentDays(ctx, clientID, own.EarlierFrom, own.To)
	if err != nil {
		return Own{}, err
	}
	var waits paymentrows.Waits
	for _, row := range rows {
		own.add(row.Day, row.DaySums)
		for i, n := range row.Waits {
			if row.Day >= own.From {
				waits[i] += n
			}
		}
	}
	own.TimeToPay = timeToPay(waits)
	if own.Channels, err = o.Queries.PaymentChannels(ctx, clientID, own.From, own.To); err != nil {
		return Own{}, err
	}
	own.Arrivals, err = o.arrivals(ctx, clientID)
	return own, err
}

func timeToPay(waits paymentrows.Waits) *TimeToPay {
	from, below, ok := waits.Median()
	if !ok {
		return nil
	}
	t := &TimeToPay{FromSeconds: int64(from / time.Second)}
	if below > 0 {
		seconds := int64(below / time.Second)
		t.BelowSeconds = &seconds
	}
	return t
}

// arrivals returns when the money that is held now becomes available at the latest.
func (o Overviews) arrivals(ctx context.Context, clientID int64) ([]Arrival, error) {
	arrivals := []Arrival{}
	if o.HoldDays == 0 {
		return arrivals, nil
	}
	held, err := o.Queries.HoldDays(ctx, clientID)
	for _, h := range held {
		since, _, err := o.Calendar.Day(h.Day)
		if err != nil {
			return nil, err
		}
		arrivals = append(arrivals, Arrival{Day: o.Calendar.DayOf(since.AddDate(0, 0, o.HoldDays)), Amount: h.Amount})
	}
	return arrivals, err
}

// HeldSince returns the first and the last instant of the day since which the money is held that arrives on a day. The error
// is a refusal of the field arrives_on.
func (o Overviews) HeldSince(day string) (from, to time.Time, err error) {
	if day == "" {
		return from, to, nil
	}
	if from, err = o.Calendar.Moment("arrives_on", day, false); err == nil {
		to, err = o.Calendar.Moment("arrives_on", day, true)
	}
	return from.AddDate(0, 0, -o.HoldDays), to.AddDate(0, 0, -o.HoldDays), err
}

// All returns the overview over all clients over the last days, with today; 0 are DefaultDays.
func (o Overviews) All(ctx context.Context, days int) (All, error) {
	all := All{Period: o.span(days), Connections: []Connection{}}
	rows, err := o.Queries.PaymentConnections(ctx, all.EarlierFrom, all.To)
	if err != nil {
		return All{}, err
	}
	at := map[string]int{}
	for _, row := range rows {
		all.add(row.Day, row.DaySums)
		i, known := at[row.Connection]
		if !known {
			i, at[row.Connection] = len(all.Connections), len(all.Connections)
			all.Connections = append(all.Connections, Connection{Connection: row.Connection})
		}
		if c := &all.Connections[i]; row.Day >= all.From {
			c.DaySums = c.Plus(row.DaySums)
		} else {
			c.Before = c.Before.Plus(row.DaySums)
		}
	}
	var present []string
	for _, d := range all.Days {
		present = append(present, d.Day)
	}
	if all.Clients, err = o.Queries.PaymentClients(ctx, present, topClients); err != nil {
		return All{}, err
	}
	return all, o.name(ctx, all.Clients)
}

// name sets the names of the clients.
func (o Overviews) name(ctx context.Context, clients []paymentrows.ClientSums) error {
	ids := make([]int64, len(clients))
	for i, c := range clients {
		ids[i] = c.ClientID
	}
	names, err := o.Queries.ClientNames(ctx, ids)
	for i := range clients {
		clients[i].ClientName = names[clients[i].ClientID]
	}
	return err
}
