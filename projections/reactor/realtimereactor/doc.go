// Package realtimereactor publishes events to listeners as they happen (Realtime). Unlike other reactors it
// appends nothing, and repeats nothing.
package realtimereactor
