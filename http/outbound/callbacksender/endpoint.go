package callbacksender

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"time"

	"gateway/domain/endpoint"
	"gateway/domain/secret"
	"gateway/projections/readmodel/feedrows"
)

// DeriveEndpointSecret returns the secret of a callback endpoint, in the form of the Standard Webhooks
// libraries. Like DeriveSecret, it returns the same secret for the same arguments. It differs from the
// secrets of all other endpoints and of the client's other callbacks.
func DeriveEndpointSecret(master []byte, clientID, endpointID int64, generation int) string {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte("endpoint:" + strconv.FormatInt(clientID, 10) + ":" + strconv.FormatInt(endpointID, 10) + ":" + strconv.Itoa(generation)))
	return "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// EndpointSecrets returns a function that derives the secrets that sign deliveries to an endpoint at a time,
// newest first. It leaves out a secret whose master secret is not configured.
func EndpointSecrets(masters secret.Ring) func(e feedrows.Endpoint, at time.Time) []string {
	return func(e feedrows.Endpoint, at time.Time) (derived []string) {
		for _, s := range endpoint.Signing(e.Secrets(), at) {
			if master, err := masters.ByID(s.MasterID); err == nil {
				derived = append(derived, DeriveEndpointSecret(master.Bytes, e.ClientID, e.ID, s.Generation))
			}
		}
		return derived
	}
}
