// Package whatif computes what payments that were credited would have brought under another
// fee, VAT or hold, with the functions that decide those. It changes nothing.
package whatif
