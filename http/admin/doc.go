// Package admin is what administrators call, below /api/v2/admin: the review of
// clients, their money, their callbacks, their tickets and proposals, and the
// reference data. A handler executes one command or asks one read model; rules live
// in the domain packages, SQL in the read models. Which operations there are, what
// they take and which role they need is said in http/openapi/openapi.yaml, of which
// openapi.gen.go is made.
package admin

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../openapi/codegen.yaml -package admin -include-tags "Admin login,Admin clients,Admin audit,Admin payouts,Admin suspense,Admin support,Admin callbacks,Admin settings,Admin operations" -o openapi.gen.go ../openapi/openapi.yaml
