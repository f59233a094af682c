package portal

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/overviewservice"
)

// overview is what the last days brought: the figures on top of the home page, and the blocks below the balance.
type overview struct {
	Figures page.Figures
	Blocks  []page.Block
}

const paymentsPath = "/payments"

func overviewBlocks(c *page.Context) (o overview, err error) {
	_, query := c.OverviewDays()
	own, err := api.GetMyOverview(c, query)
	if err != nil {
		return o, err
	}
	o.Figures = c.OverviewFigures(own.Period, paymentsPath)
	o.Figures.Figures = append(o.Figures.Figures, c.MedianToPay(own, paymentsPath))
	o.Blocks = []page.Block{c.OverviewPeriods(), c.OverviewBars(own.Period, paymentsPath)}
	if len(own.Channels) > 0 {
		o.Blocks = append(o.Blocks, channelSums(c, own))
	}
	if len(own.Arrivals) > 0 {
		o.Blocks = append(o.Blocks, arrivals(c, own))
	}
	return o, nil
}

func channelSums(c *page.Context, own overviewservice.Own) *page.Table {
	t := &page.Table{
		Title:   c.T(words.ByChannel),
		Columns: c.Titles(words.Channel, words.Bank, words.ShareOfPaid, words.PaidCount, words.MadeCount, words.PaidAmountOf),
	}
	for _, s := range own.Channels {
		more := url.Values{"channel": {s.Channel}}
		if s.Bank != "" {
			more.Set("channel_code", s.Bank)
		}
		made, paid, amount := c.SumCells(s.DaySums, paymentsPath, own.From, own.To, more)
		t.Add(page.Plain(c.Word(words.Channels, s.Channel)), page.Plain(s.Bank), page.Success(s.DaySums), paid, made, amount)
	}
	return t
}

// arrivals lists what becomes available on which day.
func arrivals(c *page.Context, own overviewservice.Own) *page.Table {
	t := &page.Table{Title: c.T(words.Arriving), Columns: c.Titles(words.ArrivingOn, words.Amount)}
	for _, a := range own.Arrivals {
		t.Add(c.Date(a.Day), page.Rupiah(a.Amount).To(c.Link(paymentsPath+"?"+url.Values{"arrives_on": {a.Day}}.Encode())))
	}
	return t
}
