// Package merchantapi is the HTTP surface for merchants: the integration API, authenticated by an API key, and
// the portal, authenticated by a session. operations.go ties each operation to one use case of http/service or
// one query of the read models. http/openapi/openapi.yaml describes the operations, their parameters and their
// authentication; openapi.gen.go is generated from it.
package merchantapi

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../../openapi/codegen.yaml -package merchantapi -include-tags "Payments,Fees,Transactions,Withdrawals,Settlements,Refunds,Disputes,Account,Sandbox,Login,People,Keys,Portal,Withholding slips,Proofs,Explanations,Tickets,Realtime,Callbacks" -o openapi.gen.go ../../openapi/openapi.yaml
