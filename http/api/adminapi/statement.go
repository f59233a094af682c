package adminapi

import (
	"gateway/domain/words"
	"gateway/http/api/statementfile"

	"github.com/gin-gonic/gin"
)

// GetStatementOfClient is GET /admin/clients/{id}/statement: the statement of a month, as
// JSON or as a file.
func (a *Admin) GetStatementOfClient(c *gin.Context, id ID, params GetStatementOfClientParams) {
	statementfile.Answer(c, a.Balances, statementfile.Request{
		ClientID: id, Month: params.Month, Format: params.Format, Language: words.Language(params.Lang),
	})
}

// GetStatementSignatureOfClient is GET /admin/clients/{id}/statement.sig: the signature of the PDF file.
func (a *Admin) GetStatementSignatureOfClient(c *gin.Context, id ID, params GetStatementSignatureOfClientParams) {
	statementfile.AnswerSignature(c, a.Balances, statementfile.Request{ClientID: id, Month: params.Month, Language: words.Language(params.Lang)})
}
