// Package strangers bounds what the gateway holds for strangers: callers whose credential it has not checked.
// It counts their connections, and the bytes of the bodies that are read before the credential is checked, in
// total and by address. Beyond a limit it refuses: with 429 too_many_requests for the limit of one address,
// with 503 unavailable for the limit of all.
//
// The body is read before the caller is known, so that a caller can't have a session checked, hold the rest of
// the body back, and act after the session has ended. At most MaxStranger bytes of a stranger's body are read.
// A longer body is withheld: nothing more is read until the caller was checked (Admit), and afterwards the
// caller is checked once more.
package strangers
