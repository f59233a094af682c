package portal

import (
	"gateway/domain/document"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/documentservice"
)

// stepPage is where a step of a new client is taken, and the group that may take it.
type stepPage struct{ path, group string }

var stepPages = map[string]stepPage{
	document.NPWP:                {documentsPath, "manage_account"},
	document.NIB:                 {documentsPath, "manage_account"},
	documentservice.StepBank:     {"/profile", "manage_account"},
	documentservice.StepKey:      {"/keys", "keys"},
	documentservice.StepEndpoint: {"/endpoints", "keys"},
	documentservice.StepPayment:  {"/payments/new", "payments"},
}

// firstSteps is the list that leads a new client to its first payment, and then to production. It is empty once all that the client must
// do is done.
func firstSteps(c *page.Context) ([]page.Block, error) {
	o, err := api.GetOnboarding(c)
	if err != nil || o.Done >= o.Required {
		return nil, err
	}
	list := page.Steps{Title: c.T(words.FirstSteps), Progress: c.T(words.StepsDone, o.Done, o.Required), Done: o.Done, Of: o.Required}
	for _, s := range o.Steps {
		list.Add(firstStep(c, o, s))
	}
	if !c.Who.SecondFactor {
		list.Add(page.Step{
			Text: c.T(words.NoFactorYet), Hint: c.T(words.NoFactorTip), Path: c.Link("/security"), Tone: page.ToneWait,
			State: c.T(words.StepOptional),
		})
	}
	if last, is := otherStep(c); is {
		list.Add(last)
	}
	return []page.Block{list}, nil
}

// firstStep says of a step whose turn it is, where it is done, and what comes of it.
func firstStep(c *page.Context, o documentservice.Onboarding, s documentservice.Step) page.Step {
	step := page.Step{Text: c.Word(words.FirstStep, s.Code), Tone: page.ToneWait}
	switch s.State {
	case documentservice.StepDone:
		step.Tone, step.State = page.ToneGood, c.T(words.StepDone)
		return step
	case documentservice.StepWaiting:
		step.State, step.Hint = c.T(words.StepOurs), c.T(words.StepIsReviewed, usually(c, o.UsualSeconds))
		return step
	}
	step.State = c.T(words.StepToDo)
	if s.Optional {
		step.State = c.T(words.StepOptional)
	}
	if at := stepPages[s.Code]; c.May(at.group) {
		step.Path, step.Hint = c.Link(at.path), c.Word(words.FirstStepTips, s.Code)
	} else {
		step.Hint = c.T(words.StepByOwner)
	}
	if s.Code == documentservice.StepPayment && c.Sandbox() && step.Path != "" {
		step.Hint = c.T(words.FirstStepTestTip)
	}
	if s.Reason != nil {
		step.Tone, step.Hint = page.ToneBad, c.T(words.StepRejected, words.Isolated(*s.Reason))
	}
	return step
}

// otherStep leads from the sandbox to production, and from there to the sandbox. It does not count: no gateway knows of the other.
func otherStep(c *page.Context) (page.Step, bool) {
	step := page.Step{Tone: page.ToneQuiet, State: c.T(words.StepNext), Path: c.OtherGateway()}
	switch {
	case c.Sandbox() && step.Path == "":
		step.Text, step.Hint, step.Path = c.T(words.StepGoLive), c.T(words.StepGoLiveGuide), goingLive.Path()
	case c.Sandbox():
		step.Text, step.Hint = c.T(words.StepGoLive), c.T(words.StepGoLiveTip, words.Isolated(step.Path))
		step.Path += "/register"
	case step.Path != "":
		step.Text, step.Hint, step.State = c.T(words.StepTestFirst), c.T(words.StepTestTip, words.Isolated(step.Path)), c.T(words.StepOptional)
		step.Path += "/register"
	}
	return step, step.Path != ""
}

// Spans of time, in seconds.
const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// usually says a span of time in minutes, hours or days, rounded up.
func usually(c *page.Context, seconds int64) string {
	up := func(unit int64) int64 { return max(1, (seconds+unit-1)/unit) }
	switch {
	case seconds <= hour:
		return c.T(words.WithinMinutes, up(minute))
	case seconds <= 2*day:
		return c.T(words.WithinHours, up(hour))
	}
	return c.T(words.WithinDays, up(day))
}
