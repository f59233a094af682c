package auth

import (
	"strconv"
	"strings"

	"gateway/domain/person"
	"gateway/eventstore"

	"github.com/gin-gonic/gin"
)

const clientIDKey, personIDKey = "client_id", "person_id"

// SetClient gives the handlers of the request the authenticated client, and makes the client the actor of the
// events that the request causes.
func SetClient(c *gin.Context, clientID int64) {
	c.Set(clientIDKey, clientID)
	setActor(c, ClientActor(clientID))
}

// SetPerson gives the handlers of the request the authenticated person's client, and makes the person the actor
// of the events that the request causes.
func SetPerson(c *gin.Context, clientID, personID int64) {
	c.Set(clientIDKey, clientID)
	c.Set(personIDKey, personID)
	setActor(c, person.Actor(clientID, personID))
}

// SetAdmin makes the authenticated administrator the actor of the events that the
// request causes.
func SetAdmin(c *gin.Context, adminID int64) {
	setActor(c, "admin:"+strconv.FormatInt(adminID, 10))
}

// ClientID is the authenticated client, 0 if neither SetClient nor SetPerson was called. Handlers use it and
// ignore any client_id in a body or query.
func ClientID(c *gin.Context) int64 { return c.GetInt64(clientIDKey) }

// PersonID is the authenticated person of the client, 0 if the caller is an API key.
func PersonID(c *gin.Context) int64 { return c.GetInt64(personIDKey) }

// ClientActor is a client as events name it: `client:<id>`.
func ClientActor(clientID int64) string { return "client:" + strconv.FormatInt(clientID, 10) }

func setActor(c *gin.Context, actor string) {
	m := eventstore.MetadataFrom(c.Request.Context())
	m.Actor = actor
	c.Request = c.Request.WithContext(eventstore.WithMetadata(c.Request.Context(), m))
}

// BearerToken returns the token of the header `Authorization: Bearer <token>`, empty if there is none.
func BearerToken(c *gin.Context) string {
	scheme, token, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
