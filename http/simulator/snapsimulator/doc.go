// Package snapsimulator plays the companies DOKU, Midtrans and DANA, which speak the national standard SNAP BI,
// for tests and for a sandbox. It serves their services over HTTP, refuses what they refuse, and sends their
// notifications. What a customer, a bank or a tester does are its methods: Pay, CompleteTransfer, Fail, and so
// on.
//
// It was written from the portal of the standard and from the companies' own clients. It must not import package
// snapadapter, so that the two do not share a misunderstanding of the protocol.
//
// Its state is in memory, unlike that of package simulator: one company holds a few maps, each test has
// companies of its own, and tests of money need one that forgets nothing while it runs, not one that survives
// its process. All changes go through Simulator.change, where they could be written to a database.
//
// # What is not known
//
// The standard says neither how far a timestamp may be from the company's clock, nor for how long a reference
// stays used. The simulator accepts every timestamp, and never forgets a reference.
package snapsimulator
