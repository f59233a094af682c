// Package operating tests what an operator sees of a running gateway: its log lines, its metrics, and the
// alerts and the dashboard that are shipped for them.
package operating
