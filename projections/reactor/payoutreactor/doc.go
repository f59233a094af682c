// Package payoutreactor sends approved withdrawals and settlements to the provider, and follows each until its end
// is known (Payouts). After a restore it searches the books of the provider for orders that the log lost
// (PayoutSearch).
package payoutreactor
