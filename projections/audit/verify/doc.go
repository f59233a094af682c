// Package verify checks an installation against its log. It checks invariants that hold for every history,
// even after processes were killed or disconnected. Operators run it with `gateway audit verify`; tests run
// it after each injected fault.
//
// It changes nothing: it replays the log into a scratch schema beside the read models and then drops that
// schema. If a check is killed, the next check or the next start of the gateway drops its schema.
package verify
