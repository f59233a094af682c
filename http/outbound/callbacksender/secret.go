package callbacksender

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"time"

	"gateway/domain/account"
	"gateway/domain/secret"
	"gateway/eventstore"
)

// DeriveSecret returns the secret for a client's callbacks, in the form of the Standard Webhooks libraries.
// The same arguments give the same secret, so none is stored. The next generation rotates a client's secret.
func DeriveSecret(master []byte, clientID int64, generation int) string {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte("webhook:" + strconv.FormatInt(clientID, 10) + ":" + strconv.Itoa(generation)))
	return "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Secrets returns a function that derives the secrets that sign a client's callbacks at a time, newest first,
// from the master secrets and the generations in the client's stream. It leaves out a former secret whose
// master secret is not configured. Its errors are *secret.UnknownError and those of the store.
func Secrets(log *eventstore.Log, masters secret.Ring) func(ctx context.Context, clientID int64, at time.Time) ([]string, error) {
	return func(ctx context.Context, clientID int64, at time.Time) ([]string, error) {
		s, _, err := eventstore.Load(ctx, log, account.Aggregate, account.Stream(clientID))
		if err != nil {
			return nil, err
		}
		master, err := masters.ByID(s.WebhookMasterID)
		if err != nil {
			return nil, err
		}
		derived := []string{DeriveSecret(master.Bytes, clientID, s.WebhookGeneration)}
		for _, former := range s.SigningFormer(at) {
			if master, err := masters.ByID(former.MasterID); err == nil {
				derived = append(derived, DeriveSecret(master.Bytes, clientID, former.Generation))
			}
		}
		return derived, nil
	}
}
