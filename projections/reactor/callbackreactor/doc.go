// Package callbackreactor delivers callbacks to merchants. Callbacks sends those of requests to the URLs that the
// requests carry. Endpoints sends the entries of a client's feed to the endpoints that the client has set up. Both
// deliver at least once, and give a slow or dead receiver few places.
package callbackreactor
