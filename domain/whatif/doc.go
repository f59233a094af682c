// Package whatif computes what credited payments would have brought with another fee, VAT or hold. It uses
// the same functions that decide those for real payments. It changes nothing.
package whatif
