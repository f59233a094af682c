package callback

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"gateway/domain/account"
	"gateway/domain/secret"
	"gateway/eventstore"
)

// DeriveSecret returns the secret of a client's callbacks, in the form of the Standard
// Webhooks libraries. The same arguments give the same secret, so none is stored. A client's
// secret is rotated by the next generation.
func DeriveSecret(master []byte, clientID int64, generation int) string {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte("webhook:" + strconv.FormatInt(clientID, 10) + ":" + strconv.Itoa(generation)))
	return "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Secrets returns a function that derives the secret of a client's callbacks from the master
// secret and the generation that the client's stream names. Its errors are
// *secret.UnknownError and those of the store.
func Secrets(log *eventstore.Log, masters secret.Ring) func(ctx context.Context, clientID int64) (string, error) {
	return func(ctx context.Context, clientID int64) (string, error) {
		s, _, err := eventstore.Load(ctx, log, account.Aggregate, account.Stream(clientID))
		if err != nil {
			return "", err
		}
		master, err := masters.ByID(s.WebhookMasterID)
		if err != nil {
			return "", err
		}
		return DeriveSecret(master.Bytes, clientID, s.WebhookGeneration), nil
	}
}
