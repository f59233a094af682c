// Package stage plays several connections to payment providers in one sandbox: Xendit by package simulator, the others
// by package snapsimulator. Each connection has a loopback address of its own, where the gateway's adapter calls it
// like a real provider, and a switch, by which a tester takes it down.
//
// # Pages
//
// They need no login, so several connections are for a sandbox that strangers do not reach. With one connection there are
// the customers' pages alone:
//
//	GET  /simulator                                  the connections, their switches, their open payments
//	POST /simulator/<connection>/switch              state=up, down, failing or hanging; for a script or the page
//	GET  /simulator/<connection>/switch              the state, as text
//	GET  /simulator/<connection>/settlement-file     settles what was paid, and lists all bookings, of all but Xendit
//	     /simulator/<connection>/virtual-accounts/{id}, ewallets, qr-codes   a customer's page
//
// Those of Xendit are where they are without a stage: below /simulator, without the name of the connection.
//
// # Switches
//
//	up       it answers
//	down     it refuses connections, and breaks those that are open: a call under way gets no answer
//	failing  it answers every call with 503, and does nothing
//	hanging  it does what a call asks for, and answers after the caller has given up
//
// A switch is about what the gateway asks. Notifications of what customers pay go on in every state.
//
// Switches are in memory, and so is the state of all companies but Xendit: their open payments and transfers are
// forgotten at a restart, and other instances of the gateway do not know them.
package stage
