// Package notification is the aggregate of one refused notification, with one stream per connection, kind and body, so
// that a repetition makes no second event. Accepted notifications are events of payments and payouts, and are
// not here.
package notification
