package staff

import (
	"strconv"
	"strings"

	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/routingservice"

	"github.com/shopspring/decimal"
)

const connectionsPath = "/connections"

var connectionPages = []page.Page{
	{Path: connectionsPath, Group: "read", Section: words.SystemSection, Nav: words.Connections, Show: showConnections},
	{Path: connectionsPath + "/:id", Group: "read", Title: words.Connection, Show: showConnection},
}

// connectionCell names a connection, with a link to its page.
func connectionCell(c *page.Context, name string) page.Cell {
	if name == "" {
		return page.ID("")
	}
	return page.ID(name).To(c.Link(connectionsPath + "/" + name))
}

func showConnections(c *page.Context) ([]page.Block, error) {
	all, err := api.ListConnections(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.Connection, words.TheProvider, words.ConnectionTakes, words.ConnectionHealth, words.SuccessRate,
		words.Median, words.PaidShare, words.AmountShare, words.ProviderFees, words.OpenPayments, words.UnsettledAmount)}
	for _, one := range all {
		t.Add(connectionCell(c, one.Name), page.Plain(one.Provider), c.Flag(one.Active), healthCell(c, one), percentCell(one.Day.SuccessRate),
			latencyCell(one.Latency, func(l routingservice.Latency) int64 { return l.Median }), percentCell(one.Day.PaidShare),
			percentCell(one.Day.AmountShare), page.Rupiah(one.Day.Fees), page.Number(one.OpenPayments), page.Rupiah(one.UnsettledAmount))
	}
	return []page.Block{page.Notice{Text: c.T(words.ConnectionsHint), Tone: page.ToneQuiet}, t}, nil
}

func showConnection(c *page.Context) ([]page.Block, error) {
	all, err := api.ListConnections(c)
	one, err := page.Find(all, err, c.Param("id"), func(f api.ConnectionFigures) string { return f.Name })
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.Connection) + " " + one.Name)
	figures := page.Figures{Figures: []page.Figure{
		{Label: c.T(words.ConnectionTakes), Value: c.Flag(one.Active)},
		{Label: c.T(words.OpenPayments), Value: page.Number(one.OpenPayments), Hint: c.T(words.OpenPaymentsHint)},
		{Label: c.T(words.UnsettledAmount), Value: page.Rupiah(one.UnsettledAmount), Hint: c.T(words.UnsettledHint, one.UnsettledPayments)},
		{Label: c.T(words.Collected), Value: page.Rupiah(one.Collected), Hint: ledger.ProviderClearing(one.Name)},
		{Label: c.T(words.PaidOutEver), Value: page.Rupiah(one.PaidOut), Hint: ledger.ProviderPayouts(one.Name)},
	}}
	return []page.Block{
		figures, periodsTable(c, one),
		page.Columns{
			Left:  []page.Block{windowsTable(c, one), latencyDetails(c, one)},
			Right: []page.Block{costsTable(c, one)},
		},
		page.Links{Links: []page.Link{
			{Text: c.T(words.Transactions), Path: c.Link("/transactions?connection=" + one.Name)},
			{Text: c.T(words.Withdrawals), Path: c.Link("/withdrawals?connection=" + one.Name)},
			{Text: c.T(words.Settlements), Path: c.Link("/settlements?connection=" + one.Name)},
			{Text: c.T(words.Routing), Path: c.Link(routingPath)},
		}},
	}, nil
}

// healthCell says for what the creations at a connection fail now.
func healthCell(c *page.Context, one api.ConnectionFigures) page.Cell {
	var failing []string
	for _, w := range one.Windows {
		if w.FailingSince != nil {
			failing = append(failing, string(w.Subject))
		}
	}
	if len(failing) == 0 {
		return page.Plain(c.T(words.ConnectionHealthy))
	}
	return page.Cell{Text: c.T(words.ConnectionFailing, strings.Join(failing, ", ")), Raw: strings.Join(failing, " "), Tone: page.ToneBad}
}

// periodsTable shows the figures of the last day and of the last week side by side.
func periodsTable(c *page.Context, one api.ConnectionFigures) *page.Table {
	t := &page.Table{Title: c.T(words.ConnectionPeriods), Columns: c.Titles(words.What, words.LastDay, words.LastWeek, words.Means)}
	add := func(what, means words.Text, show func(routingservice.Period) page.Cell) {
		t.Add(page.Plain(c.T(what)), show(one.Day), show(one.Week), page.Prose(c.T(means)))
	}
	add(words.SinceHour, words.SinceHourMeans, func(p routingservice.Period) page.Cell { return c.Time(p.Since) })
	add(words.Asked, words.AskedMeans, func(p routingservice.Period) page.Cell { return page.Number(p.Asked) })
	add(words.Opened, words.OpenedMeans, func(p routingservice.Period) page.Cell { return page.Number(p.Opened) })
	add(words.SuccessRate, words.SuccessRateMeans, func(p routingservice.Period) page.Cell { return percentCell(p.SuccessRate) })
	add(words.RefusedPayments, words.RefusedMeans, func(p routingservice.Period) page.Cell { return page.Number(p.Refused) })
	add(words.MadeNothing, words.MadeNothingMeans, func(p routingservice.Period) page.Cell { return page.Number(p.MadeNothing) })
	add(words.PaidPayments, words.PaidMeans, func(p routingservice.Period) page.Cell { return page.Number(p.Paid) })
	add(words.PaidShare, words.ShareMeans, func(p routingservice.Period) page.Cell { return percentCell(p.PaidShare) })
	add(words.PaidAmount, words.PaidAmountMeans, func(p routingservice.Period) page.Cell { return page.Rupiah(p.PaidAmount) })
	add(words.AmountShare, words.ShareMeans, func(p routingservice.Period) page.Cell { return percentCell(p.AmountShare) })
	add(words.PayoutsMade, words.PayoutsMadeMeans, func(p routingservice.Period) page.Cell { return page.Number(p.PaidOut) })
	add(words.PaidOutAmount, words.PayoutsMadeMeans, func(p routingservice.Period) page.Cell { return page.Rupiah(p.PaidOutAmount) })
	add(words.ProviderFees, words.ProviderFeesMeans, func(p routingservice.Period) page.Cell { return page.Rupiah(p.Fees) })
	return t
}

// windowsTable shows the newest creations as routing sees them.
func windowsTable(c *page.Context, one api.ConnectionFigures) *page.Table {
	t := &page.Table{
		Title: c.T(words.ConnectionWindow), Columns: c.Titles(words.RoutingFor, words.Attempts, words.Failures, words.TriedLastSince),
		Empty: c.T(words.NoCreations),
	}
	for _, w := range one.Windows {
		t.Add(page.Plain(string(w.Subject)), page.Number(w.Attempts), page.Number(w.Failures), c.TimeOr(w.FailingSince))
	}
	return t
}

func latencyDetails(c *page.Context, one api.ConnectionFigures) page.Details {
	d := page.Details{Title: c.T(words.ConnectionLatency), Pairs: []page.Pair{
		{Label: c.T(words.Median), Value: latencyCell(one.Latency, func(l routingservice.Latency) int64 { return l.Median })},
		{Label: c.T(words.P95), Value: latencyCell(one.Latency, func(l routingservice.Latency) int64 { return l.P95 })},
	}}
	if one.Latency != nil {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.LatencyOf), Value: page.Number(one.Latency.Of)})
	}
	return d
}

// costsTable shows what the configuration says of channels and payouts.
func costsTable(c *page.Context, one api.ConnectionFigures) *page.Table {
	t := &page.Table{Title: c.T(words.ConnectionCosts), Columns: c.Titles(words.Channel, words.FlatPart, words.PercentPart, words.VAT)}
	add := func(what string, cost *treasury.Cost) {
		if cost == nil {
			t.Add(page.Plain(what), page.Plain(""), page.Plain(""), page.Plain(""))
			return
		}
		t.Add(page.Plain(what), page.Rupiah(cost.Flat), page.Percent(cost.Percent), page.Percent(cost.VAT))
	}
	for _, channel := range one.Channels {
		add(channel.ChannelCode, channel.Cost)
	}
	if one.Payouts {
		add(c.T(words.PayoutsMade), one.PayoutCost)
	}
	return t
}

func percentCell(share *float64) page.Cell {
	if share == nil {
		return page.Plain("")
	}
	return page.Percent(decimal.NewFromFloat(*share))
}

func latencyCell(latency *routingservice.Latency, of func(routingservice.Latency) int64) page.Cell {
	if latency == nil {
		return page.Plain("")
	}
	took := of(*latency)
	return page.Cell{Text: strconv.FormatInt(took, 10) + " ms", Raw: strconv.FormatInt(took, 10), Kind: "number"}
}
