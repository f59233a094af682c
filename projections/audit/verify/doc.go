// Package verify checks an installation against its log: the invariants that hold
// for every history, also after processes were killed or cut off. An operator
// runs it with `gateway audit verify`; tests run it after each injected fault. It
// changes nothing: it replays the log into a scratch schema beside the read models,
// and drops that schema again. The next check, or the next start of the gateway, drops that of a
// check that was killed.
package verify
