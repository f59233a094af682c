package portal

import (
	"net/http"
	"net/url"
	"time"

	"gateway/domain/words"
	"gateway/http/page"
)

var recoveryPages = []page.Page{
	{Path: "/recovery", Group: "manage_people", Section: words.AccountSection, Nav: words.Recovery, Show: showRecovery},
}

var recoveryActions = []page.Action{
	{Path: "/recovery/:id/restore", Group: "manage_people", Page: "/recovery", Do: restoreRecovered},
}

// gainedItem is one thing that the account gained and that may be undone, or was undone.
type gainedItem struct {
	ID         string    `json:"id"`
	Kind       string    `json:"kind"`
	Label      string    `json:"label"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
	Restorable bool      `json:"restorable"`
	Restored   bool      `json:"restored"`
}

func showRecovery(c *page.Context) ([]page.Block, error) {
	var now struct {
		Since  time.Time    `json:"since"`
		Gained []gainedItem `json:"gained"`
		Last   *struct {
			At    time.Time    `json:"at"`
			Items []gainedItem `json:"items"`
		} `json:"last"`
	}
	if _, err := c.Get("/me/recovery", &now); err != nil {
		return nil, err
	}
	people, err := askPeople(c)
	if err != nil {
		return nil, err
	}
	table := func(title string, items []gainedItem) *page.Table {
		t := &page.Table{
			Title: title, Columns: c.Titles(words.What, words.Name, words.By, words.At, words.RecoveryState), Empty: c.T(words.NothingGained),
		}
		for _, i := range items {
			state := page.Cell{}
			if i.Restored {
				state = page.Plain(c.T(words.RecoveryRestored))
			}
			t.Add(page.Plain(c.Word(words.GainedKinds, i.Kind)), page.Plain(i.Label), page.Plain(nameOf(people, i.By)), c.Time(i.At), state)
		}
		return t
	}
	blocks := []page.Block{
		page.Notice{Text: c.T(words.RecoveryPageHint), Tone: page.ToneQuiet},
		table(c.T(words.GainedSince, c.Time(now.Since).Text), now.Gained),
		page.Columns{Left: endAccessForm(c)},
	}
	if now.Last == nil {
		return blocks, nil
	}
	blocks = append(blocks, table(c.T(words.UndoneAt, c.Time(now.Last.At).Text), now.Last.Items))
	for _, i := range now.Last.Items {
		if i.Restorable && !i.Restored {
			blocks = append(blocks, page.Form{
				Hint: c.Word(words.GainedKinds, i.Kind) + " " + i.Label, Action: "/recovery/" + url.PathEscape(i.ID) + "/restore",
				Submit: c.T(words.Restore), Inline: true,
			})
		}
	}
	return blocks, nil
}

func restoreRecovered(c *page.Context) (page.Result, error) {
	return page.Result{To: "/recovery", Done: "saved"},
		c.Send(http.MethodPost, "/me/recovery/"+url.PathEscape(c.Param("id"))+"/restore", nil, nil)
}
