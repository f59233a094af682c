// Package api is what merchants call: the integration surface (X-API-Key) and the
// portal (bearer client token) of sections 4.1 to 4.6. A handler reads the request
// strictly, executes one command or asks one read model, and answers in the
// envelope. Rules live in the domain packages, SQL in the read models.
package api
