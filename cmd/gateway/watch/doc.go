// Package watch has what watches a running gateway: the guard against two logs, the health of appends and of the
// archive, the lag, memory and the heartbeat.
package watch
