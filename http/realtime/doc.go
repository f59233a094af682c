// Package realtime brings messages to clients that are connected: the channels and
// their names, the tokens that open them, the embedded messaging server (a
// Centrifuge node), and the client of an external Centrifugo, which takes its place.
//
// Clients speak Centrifugo's protocol to either. What a channel carries and who may
// have a token is decided elsewhere. Messages are hints to those who are there now:
// nothing here stores, repeats or queues them.
package realtime
