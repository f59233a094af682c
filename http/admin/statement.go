package admin

import (
	"gateway/http/statement"

	"github.com/gin-gonic/gin"
)

// GetStatementOfClient is GET /admin/clients/{id}/statement: the statement of a month, as
// JSON or as a file.
func (a *Admin) GetStatementOfClient(c *gin.Context, id ID, params GetStatementOfClientParams) {
	statement.Answer(c, a.Balances, statement.Request{
		ClientID: id, Month: params.Month, Format: params.Format, Language: params.Lang,
	})
}

// GetStatementSignatureOfClient is GET /admin/clients/{id}/statement.sig: the signature of the PDF file.
func (a *Admin) GetStatementSignatureOfClient(c *gin.Context, id ID, params GetStatementSignatureOfClientParams) {
	statement.AnswerSignature(c, a.Balances, statement.Request{ClientID: id, Month: params.Month, Language: params.Lang})
}
