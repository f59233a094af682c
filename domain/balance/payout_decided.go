package balance

import (
	"strconv"
	"time"

	"gateway/domain/mail"
)

// decisionMailGoodFor is the age after which a mail about a decision is no longer sent.
const decisionMailGoodFor = 72 * time.Hour

// Mails implements mail.Asker: a mail to those who asked for the payout.
func (e PayoutApproved) Mails() []mail.Mail { return e.decided(e.Notify, StatusProcessing, "", e.At) }

// Mails implements mail.Asker: a mail to those who asked for the payout.
func (e PayoutRejected) Mails() []mail.Mail {
	return e.decided(e.Notify, StatusRejected, e.Reason, e.Movement.At)
}

// decided returns the mails about a decision. The account number is left out but for its end.
func (o Order) decided(to []string, status, reason string, at time.Time) (mails []mail.Mail) {
	const shown = 4
	values := map[string]string{
		"kind": o.Kind, "id": strconv.FormatInt(o.ID, 10), "amount": o.Amount.String(), "bank": o.Bank,
		"account": o.AccountNumber[max(0, len(o.AccountNumber)-shown):], "status": status, "reason": reason,
	}
	for _, address := range to {
		mails = append(mails, mail.Mail{
			Kind: mail.KindWithdrawalDecided, To: address, ClientID: o.ClientID, Values: values, At: at, Until: at.Add(decisionMailGoodFor),
		})
	}
	return mails
}
