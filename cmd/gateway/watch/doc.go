// Package watch observes a running gateway: the guard that detects a replaced log, the health of appends and
// of the archive, the lag of the read models, memory, and the heartbeat.
package watch
