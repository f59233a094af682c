// Package bank lists the Indonesian banks that money can be paid out to, with the provider's code and the
// length of their account numbers. It also holds the aggregate of the banks that administrators switched off.
//
// The fee of a transfer is in package pricing.
package bank
