// Package bank is reference data: the Indonesian banks that money can be paid out
// to, by the provider's disbursement code, and the form of their account numbers.
//
// Which of them are switched off is in domain/settings; what a transfer costs is
// in domain/pricing.
package bank
