package staff

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/money"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
)

// What staff do to rows that they choose in a list. Each row is done by the operation that its own page uses.

var bulkActions = []page.Action{
	approveChosen(withdrawals).Action(), approveChosen(settlements).Action(), resendChosen.Action(), releaseChosen.Action(),
	refundChosen.Action(),
}

// seenAt is the mark of a row that changes with it.
func seenAt(updated time.Time) string { return strconv.FormatInt(updated.UnixNano(), 10) }

// approveChosen approves payouts, which the provider then transfers.
func approveChosen(p payouts) page.Bulk {
	return page.Bulk{
		Path: p.path + "/approve-chosen", List: p.path, Group: "manage",
		Submit: words.ApproveChosen, Says: words.BulkSaysPayout, Signs: words.RiskTitle,
		Look: p.look,
		Do: func(c *page.Context, one page.Chosen) error {
			_, err := p.approve(c, one.Key, page.Body{"manual": false})
			return err
		},
	}
}

// offer lets administrators choose a pending payout.
func (p payouts) offer(c *page.Context, t *page.Table, one payoutrows.AdminPayout) {
	if c.May("manage") && one.Status == balance.StatusPending {
		t.Offer(page.ChoiceOf(page.Key(one.ID), seenAt(one.UpdatedAt), chooseRow(c, p.title, one.ID, one.ClientName, one.Amount)))
	}
}

// chooseRow names the check box of a row.
func chooseRow(c *page.Context, kind words.Text, id int64, client string, amount decimal.Decimal) string {
	return c.T(words.ChooseRow, strings.Join([]string{c.T(kind) + " " + page.Key(id), client, money.Rupiah(amount)}, ", "))
}

func (p payouts) look(c *page.Context, id string) (page.Chosen, error) {
	one, err := p.get(c, url.PathEscape(id))
	if err != nil {
		return page.Chosen{}, err
	}
	chosen := page.Chosen{
		Key: page.Key(one.ID), Mark: seenAt(one.UpdatedAt), What: page.Plain(c.T(p.title) + " " +
			page.Key(one.ID)).To(c.Link(p.path + "/" + page.Key(one.ID))),
		Client: clientCell(c, one.ClientID, one.ClientName), Amount: &one.Amount,
		Detail: page.Plain(one.Bank + " " + one.AccountNumber + ", " + one.AccountHolder),
		Signs:  riskCell(c, one),
	}
	switch {
	case one.Status != balance.StatusPending:
		chosen.LeftOut = byNow(c, one.Status)
	case one.FoundID != "" || one.Contradiction != "":
		chosen.LeftOut = c.T(words.BulkTrouble)
	default:
		chosen.LeftOut, err = waitsForSecond(c, p.path[1:]+"/"+page.Key(one.ID), one.Amount)
	}
	return chosen, err
}

// byNow says that a row has another state by now.
func byNow(c *page.Context, status string) string {
	return c.T(words.BulkDecided, c.Word(words.States, status))
}

// waitsForSecond says why one administrator alone can't decide about an amount: it takes two, or the first of them has
// asked already. It is empty if he can.
func waitsForSecond(c *page.Context, subject string, amount decimal.Decimal) (string, error) {
	asked := page.Once(c, "open approvals", func() (waiting, error) { return openApprovals(c), nil })
	if asked.err != nil {
		return "", asked.err
	}
	if id, found := asked.ids[subject]; found {
		return c.T(words.BulkAsked, id), nil
	}
	from, err := c.SecondFrom()
	if err != nil || from == nil || amount.Abs().LessThan(*from) {
		return "", err
	}
	return c.T(words.BulkSecond, money.Rupiah(*from)), nil
}

// waiting has the ids of the approvals that wait for a decision, by what they are about.
type waiting struct {
	ids map[string]int64
	err error
}

func openApprovals(c *page.Context) waiting {
	open := map[string]int64{}
	query := url.Values{"status": {approval.StatusRequested}, "per_page": {"100"}}
	for {
		list, err := api.ListApprovals(c, query)
		if err != nil {
			return waiting{nil, err}
		}
		for _, a := range list.Data {
			open[a.Subject] = a.ID
		}
		if list.Next == "" {
			return waiting{open, nil}
		}
		query.Set("after", list.Next)
	}
}

// resendChosen sends callbacks again.
var resendChosen = page.Bulk{
	Path: "/callbacks/resend-chosen", List: "/callbacks", Group: "support", Submit: words.ResendChosen, Says: words.BulkSaysResend,
	Look: lookAtCallback,
	Do: func(c *page.Context, one page.Chosen) error {
		seen, err := strconv.Atoi(one.Mark)
		if err == nil {
			_, err = api.ResendCallback(c, one.Key, page.Body{"attempts": seen})
		}
		return err
	},
}

// offerCallback lets support choose a callback that is not tried any more.
func offerCallback(c *page.Context, t *page.Table, r callbackrows.Callback) {
	if c.May("support") && r.Status != callback.StatusPending {
		label := c.T(words.ChooseRow, strings.Join([]string{r.Event, r.Resource, r.ClientName}, ", "))
		t.Offer(page.ChoiceOf(r.ID, strconv.Itoa(len(r.Attempts)), label))
	}
}

func lookAtCallback(c *page.Context, id string) (page.Chosen, error) {
	r, err := api.GetCallback(c, url.PathEscape(id))
	if err != nil {
		return page.Chosen{}, err
	}
	chosen := page.Chosen{
		Key: r.ID, Mark: strconv.Itoa(len(r.Attempts)), What: page.ID(r.ID).To(c.Link("/callbacks/" + url.PathEscape(r.ID))),
		Client: clientCell(c, r.ClientID, r.ClientName), Detail: page.Plain(r.Event + ", " + r.Resource),
	}
	if r.Status == callback.StatusPending {
		chosen.LeftOut = c.T(words.BulkPending)
	}
	return chosen, nil
}

// releaseChosen and refundChosen decide about money in suspense.
var (
	releaseChosen = page.Bulk{
		Path: "/suspense/release-chosen", List: "/suspense", Group: "manage", Submit: words.ReleaseChosen, Says: words.BulkSaysRelease,
		Look: lookAtSuspense, Fields: func(c *page.Context) []page.Field { return []page.Field{reasonField(c, true)} },
		Do: func(c *page.Context, one page.Chosen) error {
			_, err := api.ReleaseSuspense(c, one.Key, reasonBody(c))
			return err
		},
	}
	refundChosen = page.Bulk{
		Path: "/suspense/refund-chosen", List: "/suspense", Group: "manage", Submit: words.RefundChosen, Says: words.BulkSaysRefund,
		Look: lookAtSuspense,
		Fields: func(c *page.Context) []page.Field {
			return []page.Field{reasonField(c, true), {Name: "by_hand", Label: c.T(words.RefundByHand), Kind: "check"}}
		},
		Do: func(c *page.Context, one page.Chosen) error {
			_, err := api.RefundSuspense(c, one.Key, refundBody(c))
			return err
		},
	}
)

// offerSuspense lets administrators choose an open item.
func offerSuspense(c *page.Context, t *page.Table, s paymentrows.SuspenseItem) {
	if c.May("manage") && s.Status == paymentrows.SuspenseOpen {
		t.Offer(page.ChoiceOf(page.Key(s.ID), seenAt(s.UpdatedAt), chooseRow(c, words.SuspenseTitle, s.ID, s.ClientName, s.PaidAmount)))
	}
}

func lookAtSuspense(c *page.Context, id string) (page.Chosen, error) {
	s, err := api.GetSuspense(c, url.PathEscape(id))
	if err != nil {
		return page.Chosen{}, err
	}
	amount := s.PaidAmount.Sub(s.ReversedAmount)
	chosen := page.Chosen{
		Key: page.Key(s.ID), Mark: seenAt(s.UpdatedAt), What: page.Plain(c.T(words.SuspenseTitle) + " " +
			page.Key(s.ID)).To(c.Link("/suspense/" + page.Key(s.ID))),
		Client: clientCell(c, s.ClientID, s.ClientName), Amount: &amount, Detail: page.Plain(c.Word(words.SuspenseReasons, s.Reason)),
	}
	if s.Status != paymentrows.SuspenseOpen {
		chosen.LeftOut = byNow(c, s.Status)
		return chosen, nil
	}
	chosen.LeftOut, err = waitsForSecond(c, "suspense/"+page.Key(s.ID), amount)
	return chosen, err
}

// choosers are the buttons below a list, for those who may use them.
func choosers(c *page.Context, all ...page.Bulk) (buttons []page.Chooser) {
	for _, b := range all {
		if c.May(b.Group) {
			buttons = append(buttons, b.Chooser(c))
		}
	}
	return buttons
}
