// Package postingreactor books payments into balances (Posting). It reads the log itself, in order, and keeps a
// checkpoint.
package postingreactor
