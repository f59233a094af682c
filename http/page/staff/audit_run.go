package staff

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
)

// showAuditRun shows a run: its outcome, what it read, and the figures of its report.
func showAuditRun(c *page.Context) ([]page.Block, error) {
	r, err := api.GetAuditRun(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.Word(words.RunKinds, r.Kind) + " " + page.Key(r.ID))
	blocks := []page.Block{}
	if r.Outcome == state.RunRunning {
		running := runProgress(c, r.AuditRun)
		running.Path = "" // the run's page is this page
		blocks = append(blocks, running)
	} else {
		blocks = append(blocks, runFigures(c, r), runNotice(c, r))
	}
	if n := leftOff(r.Report); n > 0 {
		blocks = append(blocks, page.Notice{Text: c.T(words.LeftOff, n), Tone: page.ToneWait})
	}
	switch details := runDetails(c, r); {
	case r.Verify != nil:
		blocks = append(blocks, page.Columns{Left: []page.Block{checkTable(c, *r.Verify)}, Right: []page.Block{details}})
	case r.Reconcile != nil:
		left := []page.Block{equation(c, r.Reconcile.Equation), tallies(c, *r.Reconcile)}
		blocks = append(blocks, page.Columns{Left: left, Right: []page.Block{details}})
		blocks = append(blocks, unexplained(c, *r.Reconcile)...)
	default:
		blocks = append(blocks, details)
	}
	return blocks, nil
}

func leftOff(r auditrunservice.Report) int64 {
	switch {
	case r.Verify != nil:
		return r.Verify.LeftOff
	case r.Reconcile != nil:
		return r.Reconcile.LeftOff
	}
	return 0
}

func runFigures(c *page.Context, r auditrunservice.Shown) page.Figures {
	figures := []page.Figure{
		{Label: c.T(words.Outcome), Value: c.State(r.Outcome)},
		{Label: c.T(words.FoundNumber), Value: page.Number(r.Found)},
	}
	if r.Verify != nil {
		figures = append(figures, page.Figure{Label: c.T(words.EventsRead), Value: page.Number(r.Verify.Events)})
	}
	if r.Reconcile != nil {
		figures = append(figures, page.Figure{Label: c.T(words.EqDifference), Value: page.Rupiah(r.Reconcile.Equation.Difference)})
	}
	return page.Figures{Figures: append(figures, page.Figure{Label: c.T(words.TookTime), Value: tookTime(c, r.AuditRun)})}
}

// runNotice says what the outcome means.
func runNotice(c *page.Context, r auditrunservice.Shown) page.Notice {
	switch r.Outcome {
	case state.RunSound:
		if r.Reconcile != nil {
			return page.Notice{Text: c.T(words.RunSoundReconcile), Tone: page.ToneGood}
		}
		return page.Notice{Text: c.T(words.RunSoundVerify), Tone: page.ToneGood}
	case state.RunIncomplete:
		return page.Notice{Text: c.T(words.RunIncomplete), Tone: page.ToneWait}
	case state.RunFailed:
		return page.Notice{Text: c.T(words.RunFailedNotice, words.Isolated(r.Error)), Tone: page.ToneBad}
	case state.RunInterrupted:
		return page.Notice{Text: c.T(words.RunInterrupted), Tone: page.ToneWait}
	}
	return page.Notice{Text: c.T(words.RunFoundNotice), Tone: page.ToneBad}
}

func runDetails(c *page.Context, r auditrunservice.Shown) page.Details {
	return page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Scope), Value: page.Plain(runScope(c, r.AuditRun))},
		{Label: c.T(words.By), Value: actorCell(c, r.Actor)},
		{Label: c.T(words.BeganAt), Value: c.Time(r.BeganAt)},
		{Label: c.T(words.EndedAt), Value: c.TimeOr(r.EndedAt)},
		{Label: c.T(words.ReadUpTo), Value: page.Number(r.Position)},
		{Label: c.T(words.ProgramMade), Value: page.ID(r.Version)},
	}}
}

// perPage is how many findings or differences of a run a page shows. Each contains sentences, so there are few.
const perPage = 50

// listFound lists what a run found. The cursor is the number of rows before.
func listFound(c *page.Context) (*page.Table, error) {
	r, err := api.GetAuditRun(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	t := &page.Table{Title: c.T(words.FindingsTitle), Empty: c.T(words.RunNoReport)}
	switch {
	case r.Verify != nil:
		listFindings(c, t, *r.Verify)
	case r.Reconcile != nil:
		listDifferences(c, t, *r.Reconcile)
	case r.Outcome == state.RunRunning:
		t.Empty = c.T(words.RunUnfinished)
	}
	return t, t.Part(c, perPage)
}
