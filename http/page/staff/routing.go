package staff

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"gateway/domain/approval"
	"gateway/domain/routing"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"

	"github.com/shopspring/decimal"
)

const routingPath = "/routing"

var routingPages = []page.Page{
	{Path: routingPath, Group: "read", Section: words.SystemSection, Nav: words.Routing, Show: showRouting},
}

var routingActions = []page.Action{
	{Path: routingPath + "/change", Group: "manage", Page: routingPath, Do: demanding(changeRouting, "rules", "reason")},
	{Path: routingPath + "/explain", Group: "read", Page: routingPath, Do: explainRouting},
}

func showRouting(c *page.Context) ([]page.Block, error) {
	r, err := api.GetRouting(c)
	if err != nil {
		return nil, err
	}
	blocks, err := routingWaits(c)
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, page.Notice{Text: routingSince(c, r), Tone: page.ToneQuiet}, rulesTable(c, r), connectionsTable(c, r))
	if c.May("manage") {
		blocks = append(blocks, page.Form{
			Title: c.T(words.ChangeRouting), Hint: c.T(words.ChangeRoutingHint), Action: routingPath + "/change", Submit: c.T(words.ChangeRouting),
			Danger: true, Fields: []page.Field{
				{
					Name: "rules", Label: c.T(words.RoutingRules), Hint: c.T(words.RoutingRulesHint), Kind: "area", Required: true,
					Value: linesOf(r.Rules),
				},
				reasonField(c, true),
			},
		})
	}
	return append(blocks, explainForm(c)), nil
}

// routingWaits links to the changes that wait for another administrator.
func routingWaits(c *page.Context) (blocks []page.Block, err error) {
	if !c.May("books") {
		return nil, nil
	}
	list, err := api.ListApprovals(c, url.Values{"status": {approval.StatusRequested}, "per_page": {"100"}})
	if err != nil {
		return nil, err
	}
	t := &page.Table{Title: c.T(words.RoutingWaits), Columns: c.Titles(words.CreatedAt, words.What, words.AskedBy)}
	for _, a := range list.Data {
		if a.Kind == "routing.change" {
			t.Add(c.Time(a.CreatedAt), page.Prose(asked(c, a.Kind, a.Subject, a.What)).To(c.Link(approvalsPath+"/"+page.Key(a.ID))), c.Actor(a.By))
		}
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []page.Block{t}, nil
}

func routingSince(c *page.Context, r api.Routing) string {
	if r.Default || r.ChangedBy == nil {
		return c.T(words.RoutingDefault)
	}
	return c.T(words.RoutingSince, c.TimeOr(r.ChangedAt).Text, c.Actor(*r.ChangedBy).Text, r.Reason)
}

func rulesTable(c *page.Context, r api.Routing) *page.Table {
	t := &page.Table{
		Title: c.T(words.RoutingRules), Columns: c.Titles(words.RoutingNumber, words.RoutingFor, words.RoutingCondition, words.RoutingTo),
	}
	for i, rule := range r.Rules {
		condition := strings.Join(conditionOf(rule), " ")
		if condition == "" {
			condition = c.T(words.RoutingEverything)
		}
		t.Add(page.Number(i+1), page.Plain(c.Word(words.RoutingKinds, string(rule.Kind))), page.Prose(condition), page.Prose(targetOf(rule)))
	}
	return t
}

func connectionsTable(c *page.Context, r api.Routing) *page.Table {
	t := &page.Table{
		Title:   c.T(words.Connections),
		Columns: c.Titles(words.Connection, words.ConnectionTakes, words.ConnectionChannels, words.ConnectionPays, words.ConnectionFails),
	}
	for _, one := range r.Connections {
		var failing []string
		for _, subject := range one.Failing {
			failing = append(failing, string(subject))
		}
		t.Add(connectionCell(c, one.Name), c.Flag(one.Active), page.Prose(strings.Join(one.Channels, ", ")), c.Flag(one.Payouts),
			page.Plain(strings.Join(failing, ", ")))
	}
	return t
}

// changeRouting sends the rules of the form. What the API says about rules[2] stands at the form's field, with the
// number of the line.
func changeRouting(c *page.Context) (page.Result, error) {
	rules, lines, err := parseRules(c.T, c.Field("rules"))
	if err == nil {
		_, err = api.ChangeRouting(c, page.Body{"rules": rules}.Texts(c, "reason"))
	}
	return page.Result{To: routingPath, Done: "saved"}, atLines(c, err, lines)
}

// atLines rewrites a refusal that names rules by their number, such as rules[2].weights, to one of the field rules.
// lines are the numbers of the lines that the rules stand in.
func atLines(c *page.Context, err error, lines []int) error {
	var refusal *page.Problem
	if !errors.As(err, &refusal) {
		return err
	}
	atForm := *refusal
	atForm.Fields = map[string]string{}
	var said []string
	for _, name := range sortedNames(refusal.Fields) {
		message := words.FieldProblem(c.Language, refusal.Fields[name])
		rule, part, isRule := ruleOfField(name)
		switch {
		case isRule && rule < len(lines):
			said = append(said, strings.TrimSpace(c.T(words.RoutingLine, lines[rule])+" "+part)+": "+message)
		case isRule || name == "rules":
			said = append(said, message)
		default:
			atForm.Fields[name] = refusal.Fields[name]
		}
	}
	if len(said) > 0 {
		atForm.Fields["rules"] = strings.Join(said, "; ")
	}
	return &atForm
}

func explainForm(c *page.Context) page.Form {
	var kinds []page.Option
	for _, kind := range routing.Kinds() {
		kinds = append(kinds, page.Option{Value: string(kind), Text: c.Word(words.RoutingKinds, string(kind))})
	}
	return page.Form{
		Title: c.T(words.ExplainRouting), Hint: c.T(words.ExplainRoutingHint), Action: routingPath + "/explain",
		Submit: c.T(words.ExplainRouting),
		Fields: []page.Field{
			{Name: "kind", Label: c.T(words.RoutingFor), Options: kinds},
			{Name: "channel_code", Label: c.T(words.ChannelCode)},
			{Name: "bank_code", Label: c.T(words.Bank)},
			{Name: "amount", Label: c.T(words.Amount), Required: true, Kind: page.Money},
			{Name: "client_id", Label: c.T(words.ClientID), Required: true, Numeric: true},
			{Name: "id", Label: c.T(words.RoutingID), Hint: c.T(words.RoutingIDHint)},
		},
	}
}

// explainRouting shows the answer above the form, so that the person can ask again.
func explainRouting(c *page.Context) (page.Result, error) {
	body := page.Body{}.Texts(c, "kind", "id").Amount(c, "amount").Whole(c, "client_id")
	for _, name := range []string{"channel_code", "bank_code"} {
		if code := strings.ToUpper(strings.TrimSpace(c.Field(name))); code != "" {
			body[name] = code
		}
	}
	answer, err := api.ExplainRouting(c, body)
	if err != nil {
		return page.Result{}, err
	}
	t := &page.Table{Columns: c.Titles(words.RoutingPlace, words.Connection, words.Reason, words.RoutingShare)}
	for _, step := range answer.Connections {
		place := page.Plain("")
		if step.Place != nil {
			place = page.Number(*step.Place)
		}
		reason := page.Prose(c.Word(words.RoutingReasons, string(step.Reason)))
		t.Add(place, page.ID(step.Connection), reason, page.Percent(decimal.NewFromFloat(step.Share)))
	}
	matched := page.Notice{Text: c.T(words.RoutingMatched, answer.Rule, lineOf(answer.Matched)), Tone: page.ToneQuiet}
	return page.Result{Title: words.ExplainRouting, Blocks: []page.Block{matched, t, explainForm(c)}}, nil
}

func sortedNames(fields map[string]string) []string {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
