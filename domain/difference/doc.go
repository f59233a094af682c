// Package difference says in words what a difference between the provider's books and the log
// is: what each side says, what that usually means, and what to do next. It decides nothing: the
// comparison itself is package projections/audit/reconcile.
package difference
