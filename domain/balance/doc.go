// Package balance is the aggregate of one client's money: every movement, and the
// withdrawals and settlements that hold and pay it out. They share one stream, so
// "enough balance" and "one pending withdrawal" are decided in one place.
//
// What a payment was paid, and with what fee, is decided in package payment; its
// events arrive here through Post. The only errors are *domain.Refusal.
package balance
