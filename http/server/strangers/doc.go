// Package strangers bounds what the gateway holds for strangers: callers whose credential it has not checked. It counts
// their connections, and the bytes of the bodies that are read before the credential is checked, in total and by
// address. What is beyond a limit is refused by name: 429 too_many_requests for the limit of one address, 503
// unavailable for that of all.
//
// A body is read before its caller is known, so that a caller can't have a session checked, hold the rest of the body
// back, and act after the session has ended. Of a stranger that is at most MaxStranger bytes. A longer body is withheld:
// nothing more of it is read until the caller was checked (Admit), and then the caller is checked once more.
package strangers
