package staff

import (
	"errors"
	"net/http"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// showCheckpoint shows the newest signed checkpoint, checks proofs, and says how the whole log is
// verified.
func showCheckpoint(c *page.Context) ([]page.Block, error) {
	newest, err := newestCheckpoint(c)
	if err != nil {
		return nil, err
	}
	checker, err := c.Checker()
	if err != nil {
		return nil, err
	}
	keep := page.Links{Links: []page.Link{{Text: c.T(words.CheckKeep), Path: c.Link("/checkpoint/check")}}}
	verify := []page.Block{
		page.Heading{Text: c.T(words.VerifyTitle), Hint: c.T(words.VerifyHint)},
		page.Links{Links: []page.Link{{Text: c.T(words.AuditRunsTitle), Path: c.Link("/audit-runs")}}},
		page.Text{Text: c.T(words.VerifyCommands)},
	}
	return append([]page.Block{
		page.Columns{Left: newest, Right: []page.Block{checker, keep}},
	}, verify...), nil
}

func newestCheckpoint(c *page.Context) ([]page.Block, error) {
	newest, err := api.GetCheckpoint(c, nil)
	if p, ok := errors.AsType[*page.Problem](err); ok && p.Status == http.StatusServiceUnavailable {
		return []page.Block{page.Notice{Text: c.T(words.CheckpointNotYet), Tone: page.ToneQuiet}}, nil
	}
	return []page.Block{
		page.Figures{Figures: []page.Figure{
			{Label: c.T(words.CheckpointSize), Value: page.Number(newest.Size), Hint: c.T(words.CheckpointAt, c.Time(newest.At).Text)},
		}},
		page.Text{Title: c.T(words.CheckpointNewest), Text: newest.Checkpoint},
		page.Text{Title: c.T(words.CheckKey), Text: newest.Key},
		page.Notice{Text: c.T(words.CheckpointHint), Tone: page.ToneQuiet},
	}, err
}
