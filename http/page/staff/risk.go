package staff

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/risk"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

// riskWord is a sign of risk in words, with its figures.
func riskWord(c *page.Context, s risk.Sign) string {
	ago := c.T(words.JustNow)
	if s.At != nil {
		ago = c.Ago(*s.At)
	}
	figures := []string{"{ago}", ago}
	if s.Amount != nil {
		figures = append(figures, "{amount}", page.Rupiah(*s.Amount).Text)
	}
	if s.Count != nil {
		figures = append(figures, "{count}", strconv.Itoa(*s.Count))
	}
	return strings.NewReplacer(figures...).Replace(c.Word(words.RiskSigns, s.Code))
}

// riskCell lists the signs of risk of a payout in a row.
func riskCell(c *page.Context, p payoutrows.AdminPayout) page.Cell {
	all := make([]string, len(p.RiskSigns))
	for i, s := range p.RiskSigns {
		all[i] = riskWord(c, s)
	}
	cell := page.Prose(strings.Join(all, " · "))
	if len(all) > 0 {
		cell.Tone = page.ToneWait
	}
	return cell
}

// riskTable shows the signs of risk of an open payout, and what each is measured on. It shows nothing of one that ended.
func riskTable(c *page.Context, p payoutrows.AdminPayout) []page.Block {
	if p.Status != balance.StatusPending && p.Status != balance.StatusProcessing {
		return nil
	}
	t := &page.Table{Title: c.T(words.RiskTitle), Columns: c.Titles(words.What, words.RiskExplained), Empty: c.T(words.RiskNone)}
	for _, s := range p.RiskSigns {
		t.Add(page.Prose(riskWord(c, s)), page.Prose(c.Word(words.RiskMeasures, s.Code)))
	}
	return []page.Block{t}
}

// riskOfApproval shows the signs of risk of the payout that an approval is about, while it waits.
func riskOfApproval(c *page.Context, a api.ApprovalDetail) ([]page.Block, error) {
	kind, id, _ := strings.Cut(a.Subject, "/")
	if a.Status != approval.StatusRequested || !strings.HasPrefix(a.Kind, "payout.") {
		return nil, nil
	}
	get := api.GetWithdrawalForAdmin
	if "/"+kind == settlements.path {
		get = api.GetSettlementForAdmin
	}
	one, err := get(c, id)
	if err != nil {
		return nil, err
	}
	return riskTable(c, one), nil
}

// inQueue reports whether a list shows what waits for a decision.
func inQueue(query url.Values) bool { return query.Get("status") == balance.StatusPending }

// queue leads to the payouts that wait, and says in the queue what the signs are measured on.
func (p payouts) queue(c *page.Context) ([]page.Block, error) {
	if !inQueue(c.Filter("status")) {
		link := page.Link{Text: c.T(words.WaitingQueue), Path: c.Link(p.path + "?status=" + balance.StatusPending)}
		return []page.Block{page.Links{Links: []page.Link{link}}}, nil
	}
	measured := page.Details{Title: c.T(words.RiskExplained)}
	for _, code := range risk.Codes() {
		label := strings.NewReplacer("{ago}", "…", "{amount}", "…", "{count}", "…").Replace(c.Word(words.RiskSigns, code))
		measured.Pairs = append(measured.Pairs, page.Pair{Label: label, Value: page.Prose(c.Word(words.RiskMeasures, code))})
	}
	return []page.Block{page.Notice{Text: c.T(words.RiskInforms)}, measured}, nil
}

// waits says how long a payout has waited for a decision.
func waits(c *page.Context, p payoutrows.AdminPayout) page.Cell {
	if p.Status != balance.StatusPending {
		return page.Cell{}
	}
	return page.Plain(c.T(words.Lasting(time.Since(p.CreatedAt))))
}
