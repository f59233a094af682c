// Package adminapi is the HTTP surface for administrators, below /api/v2/admin. operations.go ties each operation
// to one use case of http/service or one query of the read models. http/openapi/openapi.yaml describes the
// operations, their parameters and the roles that they need; openapi.gen.go is generated from it.
package adminapi

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../../openapi/codegen.yaml -package adminapi -include-tags "Admin login,Admin clients,Admin audit,Admin payouts,Admin refunds,Admin disputes,Admin suspense,Admin treasury,Admin tax,Admin withholding slips,Admin approvals,Admin support,Admin transactions,Admin explanations,Admin callbacks,Admin settings,Admin operations" -o openapi.gen.go ../../openapi/openapi.yaml
