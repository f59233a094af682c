// Package difference explains in words a difference between the provider's books and the log: what each side
// records, what that usually means, and what to do next. It decides nothing: package
// projections/audit/reconcile makes the comparison.
package difference
