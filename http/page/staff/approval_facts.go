package staff

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/approval"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/actservice"
	"gateway/http/service/approvalservice"

	"github.com/shopspring/decimal"
)

const (
	// bankAccountChange is the name of the particulars that have a table of their own.
	bankAccountChange = "bank_account_change"
	// clientID is the name of the particular that the client's name links with.
	clientID = "client_id"
	// recentChange is the time for which a change of the bank account is pointed out.
	recentChange = 7 * 24 * time.Hour
)

// factWords are the words for the values of particulars that are words of the API, by the names of the particulars.
var factWords = map[string]map[string]words.Text{
	approvalservice.RequesterRole: words.Roles,
	"role":                        words.Roles,
	"name_check":                  words.NameChecks,
	"payout_by":                   words.PayoutAskedBy,
	"refund_method":               words.RefundMethods,
	"refund_reason":               words.RefundReasons,
	"treasury_kind":               words.TreasuryKinds,
	"outcome":                     words.States,
}

// factCell shows a value of a particular.
func factCell(c *page.Context, p approvalservice.Particular, value string) page.Cell {
	if value == "" {
		return page.Plain(c.T(words.NoValue))
	}
	switch p.Kind {
	case approvalservice.KindRupiah, approvalservice.KindPercent:
		d, err := decimal.NewFromString(value)
		switch {
		case err != nil:
			return page.Plain(value)
		case p.Kind == approvalservice.KindPercent:
			return page.Percent(d)
		}
		return page.Rupiah(d)
	case approvalservice.KindFlag:
		return c.Flag(value == strconv.FormatBool(true))
	case approvalservice.KindDay:
		return c.Date(value)
	case approvalservice.KindTime:
		if at, err := time.Parse(time.RFC3339Nano, value); err == nil {
			return c.Time(at)
		}
	case approvalservice.KindCode:
		if table := factWords[p.Name]; table != nil {
			return page.Plain(c.Word(table, value))
		}
	}
	return page.Plain(value)
}

// approvalFacts tell the second administrator what is granted: the sum and the result in words, who is paid and where,
// what changes, and the last changes of the client's bank account.
func approvalFacts(c *page.Context, a api.ApprovalDetail) []page.Block {
	blocks := append([]page.Block{approvalSum(c, a)}, approvalWarnings(c, a)...)
	facts := page.Details{Title: c.T(words.WhatIsAsked)}
	changes := &page.Table{Title: c.T(words.ChangesTitle), Columns: c.Titles(words.What, words.OldValue, words.NewValue)}
	banks := &page.Table{Title: c.T(words.BankChanges), Columns: c.Titles(words.HowLongAgo, words.Former, words.NewValue, words.ChangedWhen)}
	for _, p := range a.Particulars {
		label := c.Word(words.Particulars, p.Name)
		switch {
		case p.Name == clientID:
		case p.Name == bankAccountChange && p.At != nil && p.Before != nil:
			former := factCell(c, p, *p.Before)
			if *p.Before == "" {
				former = page.Plain(c.T(words.FirstAccount))
			}
			banks.Add(page.Plain(c.Ago(*p.At)), former, factCell(c, p, p.Value), c.Time(*p.At))
		case p.Before != nil:
			changes.Add(page.Plain(label), factCell(c, p, *p.Before), factCell(c, p, p.Value))
		default:
			facts.Pairs = append(facts.Pairs, page.Pair{Label: label, Value: linked(c, a, p)})
		}
	}
	for _, t := range []*page.Table{changes, banks} {
		if len(t.Rows) > 0 {
			blocks = append(blocks, t)
		}
	}
	if len(facts.Pairs) > 0 {
		blocks = append(blocks, facts)
	}
	return blocks
}

// linked is the value of a particular. The client's name leads to the client.
func linked(c *page.Context, a api.ApprovalDetail, p approvalservice.Particular) page.Cell {
	cell := factCell(c, p, p.Value)
	if p.Name == "client" {
		if id, err := strconv.ParseInt(factOf(a, clientID).Value, 10, 64); err == nil {
			return cell.To(clientPath(c, id))
		}
	}
	return cell
}

// factOf is the first particular with the name, empty if there is none.
func factOf(a api.ApprovalDetail, name string) approvalservice.Particular {
	i := slices.IndexFunc(a.Particulars, func(p approvalservice.Particular) bool { return p.Name == name })
	if i < 0 {
		return approvalservice.Particular{}
	}
	return a.Particulars[i]
}

// approvalSum says in figures and in words how much it is about, and what happens.
func approvalSum(c *page.Context, a api.ApprovalDetail) page.Sum {
	sum := page.Sum{Title: c.T(words.ResultOfGrant), Amount: a.Amount}
	if a.Status != approval.StatusRequested {
		sum.Title = c.T(words.ResultGranted)
	}
	if amount, err := decimal.NewFromString(factOf(a, "amount").Value); sum.Amount == nil && err == nil {
		sum.Amount = &amount
	}
	if said := resultOf(c, a); said != "" {
		sum.Says = []string{said}
	}
	if a.Reason != "" {
		sum.Says = append(sum.Says, c.T(words.Reason)+": "+words.Isolated(a.Reason))
	}
	return sum
}

// resultOf is the result in a sentence. It is empty for an act without words, and where the sentence lacks a value.
func resultOf(c *page.Context, a api.ApprovalDetail) string {
	said := c.Word(words.ApprovalResults, a.Kind)
	if said == a.Kind {
		return ""
	}
	for _, p := range a.Particulars {
		said = strings.ReplaceAll(said, "{"+p.Name+"}", words.Isolated(factCell(c, p, p.Value).Text))
		if p.Before != nil {
			said = strings.ReplaceAll(said, "{"+p.Name+"_before}", words.Isolated(factCell(c, p, *p.Before).Text))
		}
	}
	if strings.Contains(said, "_before}") {
		return ""
	}
	return said
}

// approvalWarnings point out what a careful person would ask about before money leaves.
func approvalWarnings(c *page.Context, a api.ApprovalDetail) (blocks []page.Block) {
	if a.Status != approval.StatusRequested || factOf(a, "account_number").Value == "" {
		return nil
	}
	if p := factOf(a, bankAccountChange); p.At != nil && p.Before != nil && *p.Before != "" && time.Since(*p.At) < recentChange {
		blocks = append(blocks, page.Notice{Text: c.T(words.NewBankAccount, c.Ago(*p.At)), Tone: page.ToneBad})
	}
	if factOf(a, "name_check").Value == actservice.HolderIsOther {
		text := c.T(words.OtherHolder, words.Isolated(factOf(a, "account_holder").Value), words.Isolated(factOf(a, "client").Value))
		blocks = append(blocks, page.Notice{Text: text, Tone: page.ToneBad})
	}
	return blocks
}
