// Package merchant is what merchants call: the integration surface (X-API-Key) and the
// portal (bearer client token) of sections 4.1 to 4.6. A handler reads the request
// strictly, executes one command or asks one read model, and answers in the
// envelope. Rules live in the domain packages, SQL in the read models. Which
// operations there are, what they take and who may call them is said in
// http/openapi/openapi.yaml, of which openapi.gen.go is made.
package merchant

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../openapi/codegen.yaml -package merchant -include-tags Payments,Fees,Transactions,Withdrawals,Settlements,Account,Sandbox,Login,Keys,Portal,Proofs,Tickets,Realtime -o openapi.gen.go ../openapi/openapi.yaml
