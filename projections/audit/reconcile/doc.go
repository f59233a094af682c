// Package reconcile compares a period of the provider's books with the log: every
// payment that was received and every payout that was submitted, both ways. It
// reports differences and corrects none.
package reconcile
