package portal

import (
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// What merchants read before they agree to a form that destroys something or moves money.

// sureNewKey asks only where the new key ends one that works.
func sureNewKey(c *page.Context) (*page.Sure, error) {
	keys, err := api.GetAPIKey(c)
	if err != nil || keys.APIKey == nil {
		return nil, err
	}
	name, masked := words.Isolated(keys.APIKey.Name), words.Isolated(keys.APIKey.MaskedKey)
	said := c.T(words.SureNewKey, name, masked)
	if hours := strings.TrimSpace(c.Field("overlap")); hours != "" && hours != "0" {
		said = c.T(words.SureNewKeyLater, name, masked, words.Isolated(hours))
	}
	return &page.Sure{Says: []string{said}, Submit: c.T(words.CreateKey)}, nil
}

// accountOf names a bank account in a sentence.
func accountOf(bank, number string) string {
	return words.Isolated(strings.TrimSpace(bank + " " + number))
}

func sureWithdrawal(c *page.Context) (*page.Sure, error) {
	q, err := askQuote(c)
	if err != nil {
		return nil, err
	}
	to := accountOf(q.client.Bank, q.client.AccountNumber)
	return c.MovesTyped("jumlah", words.AskWithdrawal, c.T(words.SurePayOut, to, page.Rupiah(q.fee).Text))
}

func sureSettlement(c *page.Context) (*page.Sure, error) {
	to := accountOf(c.Field("bank"), c.Field("norek"))
	if c.Field("bank") == "" && c.Field("norek") == "" {
		client, err := api.GetAccount(c)
		if err != nil {
			return nil, err
		}
		to = accountOf(client.Bank, client.AccountNumber)
	}
	return c.MovesTyped("jumlah", words.AskSettlement, c.T(words.SurePayOutTo, to))
}

// surePayout asks about a withdrawal that exists. says has a verb for the bank account.
func surePayout(submit, says words.Text) func(*page.Context) (*page.Sure, error) {
	return func(c *page.Context) (*page.Sure, error) {
		p, err := api.GetWithdrawal(c, c.Param("id"))
		if err != nil {
			return nil, err
		}
		return c.Moves(p.Amount, submit, c.T(says, accountOf(p.Bank, p.AccountNumber))), nil
	}
}

func surePayment(submit, says words.Text) func(*page.Context) (*page.Sure, error) {
	return func(c *page.Context) (*page.Sure, error) {
		p, err := findPayment(c, c.Param("id"))
		if err != nil {
			return nil, err
		}
		return c.Moves(p.Total, submit, c.T(says)), nil
	}
}

// surePay asks about the amount that was typed, or else that of the payment.
func surePay(c *page.Context) (*page.Sure, error) {
	if strings.TrimSpace(c.Field("amount")) != "" {
		return c.MovesTyped("amount", words.SandboxPay, c.T(words.SurePay))
	}
	return surePayment(words.SandboxPay, words.SurePay)(c)
}

func sureRefund(submit, says words.Text) func(*page.Context) (*page.Sure, error) {
	return func(c *page.Context) (*page.Sure, error) {
		r, err := api.GetRefund(c, c.Param("id"))
		if err != nil {
			return nil, err
		}
		return c.MovesRefund(r.Amount, r.To, submit, c.T(says)), nil
	}
}
