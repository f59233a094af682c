// Package audit holds the invariants of a running installation against its log:
// what must be true of every history, whatever was killed or cut meanwhile. The
// tests call it after each fault, and so can an operator. It only reads, but for a
// scratch schema beside the read models, which it drops again.
package audit
