package portal

import (
	"time"

	"gateway/domain/risk"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// decisionTime says how long a decision on a payout of the kind usually takes. It says nothing while that is not known.
func decisionTime(c *page.Context, kind string) ([]page.Block, error) {
	all, err := api.ListDecisionTimes(c)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if one.Kind != kind {
			continue
		}
		d := risk.DecisionTime{
			Usual: time.Duration(one.UsualSeconds) * time.Second, Mostly: time.Duration(one.MostlySeconds) * time.Second, Decided: one.Decided,
		}
		said := c.T(words.UsuallyDecided, c.T(words.Lasting(risk.Rounded(d.Usual))), d.Decided)
		if d.IsUneven() {
			said += " " + c.T(words.MostlyDecided, c.T(words.Lasting(risk.Rounded(d.Mostly))))
		}
		return []page.Block{page.Notice{Text: said}}, nil
	}
	return nil, nil
}
