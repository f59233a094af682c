// Package accountreactor finishes ends of access to clients' accounts that were interrupted (Recoveries).
package accountreactor
