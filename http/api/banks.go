package api

import (
	"strings"

	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

func (a *API) listActiveBankChannels(c *gin.Context) {
	channels, err := a.Queries.BankChannels(c.Request.Context(), true)
	answer(c, channels, err)
}

func (a *API) getBankChannel(c *gin.Context) {
	code, err := envelope.Text("code", c.Param("code"))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	channel, err := a.Queries.BankChannel(c.Request.Context(), strings.ToUpper(code))
	answer(c, channel, err)
}
