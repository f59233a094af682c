package adminapi

import (
	"gateway/domain/words"
	"gateway/http/api/statementfile"

	"github.com/gin-gonic/gin"
)

// getStatementOfClient answers with the statement of a month, as JSON or as a file.
func (a *Admin) getStatementOfClient(c *gin.Context, id ID, params GetStatementOfClientParams) {
	statementfile.Answer(c, a.Balances, statementfile.Request{
		ClientID: id, Month: params.Month, Format: params.Format, Language: words.Language(params.Lang),
	})
}

// getStatementSignatureOfClient answers with the signature of the PDF file.
func (a *Admin) getStatementSignatureOfClient(c *gin.Context, id ID, params GetStatementSignatureOfClientParams) {
	statementfile.AnswerSignature(c, a.Balances, statementfile.Request{
		ClientID: id, Month: params.Month, Language: words.Language(params.Lang),
	})
}
