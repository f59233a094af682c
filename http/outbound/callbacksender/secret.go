package callbacksender

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"

	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/secret"
	"gateway/eventstore"
)

// DeriveSecret returns the secret that signs what a receiver gets, in the form of the Standard Webhooks libraries.
// The same arguments give the same secret, so none is stored. The next generation rotates the receiver's secret.
func DeriveSecret(master []byte, to callback.Receiver, generation int) string {
	mac := hmac.New(sha256.New, master)
	if to.EndpointID == 0 {
		fmt.Fprintf(mac, "webhook:%d:%d", to.ClientID, generation)
	} else {
		fmt.Fprintf(mac, "endpoint:%d:%d:%d", to.ClientID, to.EndpointID, generation)
	}
	return "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Secrets returns a function that derives the secrets that sign what a receiver gets at a time, newest first, from
// the master secrets and the generations in the log. It leaves out a secret whose master secret is not configured,
// but without the present one of a client's own callbacks it fails: these wait, while an endpoint has a failed
// attempt. Its errors are *secret.UnknownError and those of the store.
func Secrets(log *eventstore.Log, masters secret.Ring) func(ctx context.Context, to callback.Receiver, at time.Time) ([]string, error) {
	return func(ctx context.Context, to callback.Receiver, at time.Time) (derived []string, err error) {
		generations, err := generationsOf(ctx, log, to)
		if err != nil {
			return nil, err
		}
		for i, g := range generations.SigningAt(at) {
			master, err := masters.ByID(g.MasterID)
			switch {
			case err == nil:
				derived = append(derived, DeriveSecret(master.Bytes, to, g.Number))
			case i == 0 && to.EndpointID == 0:
				return nil, err
			}
		}
		return derived, nil
	}
}

func generationsOf(ctx context.Context, log *eventstore.Log, to callback.Receiver) (secret.Generations, error) {
	if to.EndpointID == 0 {
		s, _, err := eventstore.Load(ctx, log, account.Aggregate, account.Stream(to.ClientID))
		return s.CallbackSecrets, err
	}
	s, _, err := eventstore.Load(ctx, log, endpoint.Aggregate, endpoint.Stream(to.ClientID))
	return s[to.EndpointID].Secrets, err
}

// Secret is a receiver's present secret, as its client sees it.
type Secret struct {
	Text string `json:"secret"`
	// FormerSignsUntil is how long a former secret also signs, or nil when none does.
	FormerSignsUntil *time.Time `json:"former_signs_until"`
}

// PresentSecret returns the present one of a receiver's secrets. Error: *secret.UnknownError.
func PresentSecret(masters secret.Ring, to callback.Receiver, secrets secret.Generations, now time.Time) (Secret, error) {
	present := secrets.Present()
	master, err := masters.ByID(present.MasterID)
	if err != nil {
		return Secret{}, err
	}
	shown := Secret{Text: DeriveSecret(master.Bytes, to, present.Number)}
	if signing := secrets.SigningAt(now); len(signing) > 1 {
		shown.FormerSignsUntil = signing[1].Until
	}
	return shown, nil
}
