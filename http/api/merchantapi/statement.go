package merchantapi

import (
	"gateway/domain/words"
	"gateway/http/api/auth"
	"gateway/http/api/statementfile"

	"github.com/gin-gonic/gin"
)

// getMyStatement answers with the statement of a month, as JSON or as a file.
func (a *API) getMyStatement(c *gin.Context, params GetMyStatementParams) {
	statementfile.Answer(c, a.Balances, statementfile.Request{
		ClientID: auth.ClientID(c), Month: params.Month, Format: params.Format, Language: words.Language(params.Lang),
	})
}

// getMyStatementSignature answers with the signature of the PDF file.
func (a *API) getMyStatementSignature(c *gin.Context, params GetMyStatementSignatureParams) {
	statementfile.AnswerSignature(c, a.Balances, statementfile.Request{
		ClientID: auth.ClientID(c), Month: params.Month, Language: words.Language(params.Lang),
	})
}
