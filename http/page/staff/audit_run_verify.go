package staff

import (
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/http/service/auditrunservice"
)

// checkTable lists the checked rules and their states.
func checkTable(c *page.Context, v auditrunservice.Verified) *page.Table {
	t := &page.Table{Title: c.T(words.ChecksTitle), Columns: c.Titles(words.Status, words.RuleWord, words.FoundNumber, words.WaitingNumber)}
	for _, check := range v.Checks {
		t.Add(ruleState(c, check.State), ruleCell(c, check.Name), page.Number(check.Findings), page.Number(check.Waiting))
	}
	return t
}

// ruleState shows the state of a rule. Here, unknown does not mean the same as for a payout, so the state has
// its own words.
func ruleState(c *page.Context, state string) page.Cell {
	cell := c.State(state)
	if state == auditrunservice.CheckUnknown {
		cell.Text = c.T(words.NotChecked)
	}
	return cell
}

// ruleCell shows the name of a rule. A rule that only a newer program knows has its English name.
func ruleCell(c *page.Context, name string) page.Cell {
	cell := page.Plain(name)
	if rule, ok := words.Rules[name]; ok {
		cell.Text = c.T(rule.Name)
	}
	return cell
}

// listFindings lists what is wrong, and then what could not be checked.
func listFindings(c *page.Context, t *page.Table, v auditrunservice.Verified) {
	t.Columns = c.Titles(words.Status, words.RuleWord, words.WhereWord, words.ProblemWord, words.WhatToDo)
	if len(v.Unchecked) == 0 {
		t.Empty = c.T(words.RunSoundVerify)
	}
	for _, f := range v.Findings {
		t.Add(ruleState(c, auditrunservice.CheckBroken), ruleCell(c, f.Check), foundAt(c, f), page.Prose(f.Problem),
			page.Prose(c.T(words.Rules[f.Check].Next)))
	}
	for _, f := range v.Unchecked {
		t.Add(ruleState(c, auditrunservice.CheckUnknown), ruleCell(c, f.Check), foundAt(c, f), page.Prose(f.Problem),
			page.Prose(c.T(words.RunIncomplete)))
	}
	t.Total = int64(len(t.Rows))
}

// foundAt shows where something was found. An event links to its page.
func foundAt(c *page.Context, f auditrunservice.Finding) page.Cell {
	cell := page.Plain(f.Subject)
	if f.Position > 0 {
		cell.Path = eventPath(c)(f.Position)
	}
	return cell
}
