// Package refundreactor makes refunds: it confirms them once the balance holds their money, asks the provider for them or
// orders their transfers, and follows each until its end is known (Refunds).
package refundreactor
