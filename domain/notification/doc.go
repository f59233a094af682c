// Package notification is the aggregate of one refused notification, one stream per kind
// and body, so that a repetition makes no second event. Notifications that are taken in
// are events of payments and payouts, and are not here.
package notification
