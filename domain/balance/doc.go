// Package balance is the aggregate of one client's money, one stream per client.
//
// It posts the payments that package payment reports as paid, and what is taken back of
// them (Post), corrects a balance
// (Adjust), and pays out by withdrawals and settlements. Withdrawals and settlements
// are both payouts: only their requests differ (RequestWithdrawal, RequestSettlement);
// the files payout*.go hold everything after, which both have in common.
// They are in the balance's stream so that one decision sees the balance and all open
// payouts.
//
// Accounts and postings are in package ledger. Whether and with what fee a payment is
// credited is decided in package payment. The only errors are *domain.Refusal.
package balance
