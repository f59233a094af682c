package staff

import (
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// What staff read before they agree to a form that destroys something or moves money.

// sure asks about a payout. says has verbs for the client, the bank account and its holder, or for the first of them.
func (p payouts) sure(submit, says words.Text) func(*page.Context) (*page.Sure, error) {
	return func(c *page.Context) (*page.Sure, error) {
		one, err := p.get(c, c.Param("id"))
		if err != nil {
			return nil, err
		}
		values := []any{
			words.Isolated(one.ClientName), words.Isolated(one.Bank + " " + one.AccountNumber), words.Isolated(one.AccountHolder),
		}
		return c.Moves(one.Amount, submit, c.T(says, values[:strings.Count(says.English, "%s")]...)), nil
	}
}

func sureAdjustment(c *page.Context) (*page.Sure, error) {
	cl, err := api.GetClient(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return c.MovesTyped("amount", words.Adjust, c.T(words.SureAdjust, words.Isolated(cl.Name)))
}

func sureWriteOff(c *page.Context) (*page.Sure, error) {
	cl, err := api.GetClient(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	at, err := api.GetBalanceOfClient(c, c.Param("id"), nil)
	if err != nil {
		return nil, err
	}
	return c.Moves(at.Receivable.Neg(), words.WriteOffSubmit, c.T(words.SureWriteOff, words.Isolated(cl.Name))), nil
}

func sureTreasury(c *page.Context) (*page.Sure, error) {
	return c.MovesTyped("amount", words.EnterTreasury, c.T(words.SureTreasury, c.Word(words.TreasuryKinds, c.Field("kind"))))
}

func sureSuspense(submit, says words.Text) func(*page.Context) (*page.Sure, error) {
	return func(c *page.Context) (*page.Sure, error) {
		s, err := api.GetSuspense(c, c.Param("id"))
		if err != nil {
			return nil, err
		}
		return c.Moves(s.PaidAmount.Sub(s.ReversedAmount), submit, c.T(says, words.Isolated(s.ClientName))), nil
	}
}

func sureRefund(submit, says words.Text) func(*page.Context) (*page.Sure, error) {
	return func(c *page.Context) (*page.Sure, error) {
		r, err := api.GetRefundForAdmin(c, c.Param("id"))
		if err != nil {
			return nil, err
		}
		return c.MovesRefund(r.Amount, r.To, submit, c.T(says)), nil
	}
}
