// Package balance is the aggregate of one client's money, with one stream per client.
//
// It posts the payments that package payment reports as paid, and the reversals of those payments (Post),
// corrects a balance (Adjust), and pays out by withdrawals and settlements. Withdrawals and settlements are
// both payouts: only their requests differ (RequestWithdrawal, RequestSettlement). The files payout*.go hold
// everything after the request, which both share. Payouts are in the balance's stream so that one decision
// sees the balance and all open payouts.
//
// Accounts and postings are in package ledger. Package payment decides whether a payment is credited, and
// with what fee. The only errors are *domain.Refusal.
package balance
