// Package e2e tests the assembled gateway as its users meet it: real HTTP, real
// PostgreSQL, the built-in provider. It calls nothing of the inside but app.Run,
// which starts it, and the log, which is audited at the end.
//
// Most tests share one gateway and are kept apart by the clients they register;
// those that need a configuration of their own start their own. Rules of one
// package alone are tested there, not here.
package e2e
