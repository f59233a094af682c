package portal

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/accountservice"
)

var recoveryPages = []page.Page{
	{Path: "/recovery", Group: "manage_people", Section: words.AccountSection, Nav: words.Recovery, Show: showRecovery},
}

var recoveryActions = []page.Action{
	{Path: "/recovery/:id/restore", Group: "manage_people", Page: "/recovery", Do: page.Does("saved", api.RestoreRecovered)},
}

func showRecovery(c *page.Context) ([]page.Block, error) {
	now, err := api.GetMyRecovery(c, nil)
	if err != nil {
		return nil, err
	}
	table := func(title string, items []accountservice.RecoveredItem) *page.Table {
		t := &page.Table{
			Title: title, Columns: c.Titles(words.What, words.Name, words.By, words.At, words.RecoveryState), Empty: c.T(words.NothingGained),
		}
		for _, i := range items {
			state := page.Cell{}
			if i.Restored {
				state = page.Plain(c.T(words.RecoveryRestored))
			}
			t.Add(page.Plain(c.Word(words.GainedKinds, string(i.Kind))), page.Plain(i.Label), c.Actor(i.By), c.Time(i.At), state)
		}
		return t
	}
	var gained []accountservice.RecoveredItem
	for _, i := range now.Gained {
		gained = append(gained, accountservice.RecoveredItem{GainedItem: i})
	}
	blocks := []page.Block{
		page.Notice{Text: c.T(words.RecoveryPageHint), Tone: page.ToneQuiet},
		table(c.T(words.GainedSince, c.Time(now.Since).Text), gained),
		page.Columns{Left: endAccessForm(c)},
	}
	if now.Last == nil {
		return blocks, nil
	}
	blocks = append(blocks, table(c.T(words.UndoneAt, c.Time(now.Last.At).Text), now.Last.Items))
	for _, i := range now.Last.Items {
		if i.Restorable && !i.Restored {
			blocks = append(blocks, page.Form{
				Hint: c.Word(words.GainedKinds, string(i.Kind)) + " " + i.Label, Action: "/recovery/" + url.PathEscape(i.ID) + "/restore",
				Submit: c.T(words.Restore), Inline: true,
			})
		}
	}
	return blocks, nil
}
