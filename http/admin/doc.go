// Package admin is what administrators call, below /api/v2/admin: the review of
// clients, their money, their callbacks, their tickets and proposals, and the
// reference data. One table says which role each route needs. A handler executes one command or asks one read
// model; rules live in the domain packages, SQL in the read models.
package admin
