// Package paymentreactor watches payments: it confirms notifications of money, expires payments, closes cancelled
// and replaced ones (PaymentWatch), and ends the hold of credits after some days
// (HoldEnding). It keeps the deadlines of disputes (DisputeWatch).
package paymentreactor
