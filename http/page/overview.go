package page

import (
	"net/url"
	"strconv"
	"time"

	"gateway/domain/words"
	"gateway/http/service/overviewservice"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
)

// Periods of an overview, in days.
const (
	shortPeriod = 7
	longPeriod  = 30
)

// daysParameter chooses the period of an overview in the page's address.
const daysParameter = "days"

// OverviewDays returns how many days the page's overview has, and the query for it.
func (c *Context) OverviewDays() (int, url.Values) {
	days := shortPeriod
	if c.Query.Get(daysParameter) == strconv.Itoa(longPeriod) {
		days = longPeriod
	}
	return days, url.Values{daysParameter: {strconv.Itoa(days)}}
}

// OverviewPeriods lead to the overview of either period.
func (c *Context) OverviewPeriods() Links {
	var l Links
	for _, days := range []int{shortPeriod, longPeriod} {
		l.Links = append(l.Links, Link{Text: c.T(words.LastDays, days), Path: c.Link("/?" + daysParameter + "=" + strconv.Itoa(days))})
	}
	return l
}

// rowsOf returns the address of the rows behind a figure: the transactions that were created from one day to another.
func (c *Context) rowsOf(list, from, to, only string, more url.Values) string {
	query := url.Values{"from": {from}, "to": {to}, "only": {only}}
	for name, values := range more {
		query[name] = values
	}
	return c.Link(list + "?" + query.Encode())
}

// SumCells are the figures of some days, which lead to their rows in a list with further filters.
func (c *Context) SumCells(s paymentrows.DaySums, list, from, to string, more url.Values) (made, paid, amount Cell) {
	return Number(s.Created).To(c.rowsOf(list, from, to, paymentrows.OnlyPayments, more)),
		Number(s.Paid).To(c.rowsOf(list, from, to, paymentrows.OnlyPaid, more)),
		Rupiah(s.Amount).To(c.rowsOf(list, from, to, paymentrows.OnlyPaid, more))
}

// Success is the share of created payments that are paid.
func Success(s paymentrows.DaySums) Cell {
	if s.Created == 0 {
		return Cell{}
	}
	const percent = 100
	return Percent(decimal.NewFromInt(percent * s.Paid).Div(decimal.NewFromInt(s.Created)).Round(1))
}

// OverviewFigures are the sums of a period. list is the page of the transactions.
func (c *Context) OverviewFigures(p overviewservice.Period, list string) Figures {
	days := len(p.Days)
	rows := func(only string) string { return c.rowsOf(list, p.From, p.To, only, nil) }
	return Figures{Figures: []Figure{
		{
			Label: c.T(words.Volume, days), Value: Rupiah(p.Amount), Path: rows(paymentrows.OnlyPaid),
			Hint: c.T(words.VolumeBefore, days, Rupiah(p.Before.Amount).Text),
		},
		{
			Label: c.T(words.MadeCount), Value: Number(p.Created), Path: rows(paymentrows.OnlyPayments),
			Hint: c.T(words.VolumeBefore, days, Number(p.Before.Created).Text),
		},
		{
			Label: c.T(words.ShareOfPaid), Value: Success(p.DaySums), Path: rows(paymentrows.OnlyPaid),
			Hint: c.T(words.PaidOfMade, Number(p.Paid).Text, Number(p.Created).Text),
		},
	}}
}

// OverviewBars compare the days of a period with those before.
func (c *Context) OverviewBars(p overviewservice.Period, list string) Bars {
	b := Bars{
		Name: "volume", Title: c.T(words.VolumeByDay), Now: c.T(words.LastDays, len(p.Days)), Before: c.T(words.DaysBefore, len(p.Days)),
		Table: Table{Columns: c.Titles(words.DayWord, words.MadeCount, words.PaidCount, words.PaidAmountOf,
			words.EarlierDay, words.MadeBefore, words.PaidBefore, words.AmountBefore)},
	}
	for _, d := range p.Days {
		b.Pairs = append(b.Pairs, BarPair{Label: c.Day(d.Day), Now: d.Amount, Before: d.Before.Amount})
		made, paid, amount := c.SumCells(d.DaySums, list, d.Day, d.Day, nil)
		madeBefore, paidBefore, before := c.SumCells(d.Before, list, d.Earlier, d.Earlier, nil)
		b.Table.Add(c.Date(d.Day), made, paid, amount, c.Date(d.Earlier), madeBefore, paidBefore, before)
	}
	return b
}

// MedianToPay is the figure of the median time to pay, by the bounds between which it lies.
func (c *Context) MedianToPay(own overviewservice.Own, list string) Figure {
	f := Figure{Label: c.T(words.MedianToPay), Hint: c.T(words.HalfPaidBy), Path: c.rowsOf(list, own.From, own.To, paymentrows.OnlyPaid, nil)}
	switch t := own.TimeToPay; {
	case t == nil:
		f.Hint, f.Path = "", ""
	case t.BelowSeconds == nil:
		f.Value = Plain(c.T(words.OverTime, c.span(t.FromSeconds)))
	case t.FromSeconds == 0:
		f.Value = Plain(c.T(words.UnderTime, c.span(*t.BelowSeconds)))
	default:
		f.Value = Plain(c.T(words.BetweenTimes, c.span(t.FromSeconds), c.span(*t.BelowSeconds)))
	}
	return f
}

// span is a time of whole seconds, minutes or hours in words.
func (c *Context) span(seconds int64) string {
	switch d := time.Duration(seconds) * time.Second; {
	case d < time.Minute:
		return c.T(words.SomeSeconds, seconds)
	case d < time.Hour:
		return c.T(words.SomeMinutes, int64(d/time.Minute))
	default:
		return c.T(words.SomeHours, int64(d/time.Hour))
	}
}
