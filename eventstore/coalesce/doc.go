// Package coalesce answers calls that arrive at the same time together, by one query.
//
// The log's short reads and the read models' balance go through it. What a call asks for, and how
// it is answered, must not live here.
package coalesce
