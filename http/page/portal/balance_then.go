package portal

import (
	"strconv"
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// showBalanceThen is the time machine of the balance. It shows the balance at one moment, and how it changed
// since another. The balance at a moment is the one after the last movement up to then.
func showBalanceThen(c *page.Context) ([]page.Block, error) {
	at, since := c.Moment("at"), c.Moment("since")
	first, then, err := endsUntil(c, at)
	if err != nil {
		return nil, err
	}
	figures := page.Figures{Figures: []page.Figure{{Label: c.T(words.Balance), Value: page.Rupiah(then)}}}
	if since != "" {
		_, before, err := endsUntil(c, since)
		if err != nil {
			return nil, err
		}
		figures = c.Compared(figures, page.Figures{Figures: []page.Figure{{Label: c.T(words.Balance), Value: page.Rupiah(before)}}})
	}
	return []page.Block{
		page.Heading{Text: c.MomentText(at, since)},
		c.TimeMachine(first), figures,
		page.Heading{Text: c.T(words.Movements), Hint: c.T(words.MovementsWhy)},
	}, nil
}

// endsUntil returns the time of the first movement, and the balance after the last movement up to a moment.
func endsUntil(c *page.Context, at string) (first time.Time, last page.Amount, err error) {
	query := c.Between("", at)
	query.Set("per_page", "1")
	list, err := api.ListMyBalanceHistory(c, query)
	if err != nil || len(list.Data.Lines) == 0 {
		return c.Now(), last, err
	}
	first = list.Data.Lines[0].At
	query.Set("page", strconv.Itoa(list.LastPage))
	if list, err = api.ListMyBalanceHistory(c, query); len(list.Data.Lines) > 0 {
		last = list.Data.Lines[0].BalanceAfter
	}
	return first, last, err
}

func listMovementsThen(c *page.Context) (*page.Table, error) {
	query := c.Between(c.Moment("since"), c.Moment("at"))
	query.Set("per_page", strconv.Itoa(movementsPerPage))
	query.Set("after", c.Query.Get("after"))
	list, err := page.Newest(c, query, api.ListMyBalanceHistory)
	if err != nil {
		return nil, err
	}
	t := movementTable(c, list)
	t.Filters, t.Empty = nil, c.T(words.NoMovementsThen)
	return t, nil
}
