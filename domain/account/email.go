package account

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"time"

	"gateway/domain"
)

// EmailAggregate folds the stream of an address.
var EmailAggregate = domain.Aggregate[EmailState]{Category: "email", Evolve: EvolveEmail}

// EmailState says whose the address is: 0 when it is free.
type EmailState struct{ ClientID int64 }

// plausible is a local part, one @, and a domain, without white space. Whether
// somebody reads the mail is not for a pattern to say.
var plausible = regexp.MustCompile(`^[^\s@]+@[^\s@]+$`)

// NormalizeEmail gives the one spelling of an address: trimmed, in lower case. The
// refusal, invalid_field email, is for what can be no address.
func NormalizeEmail(email string) (string, error) {
	email = strings.TrimSpace(email)
	if err := checkText("email", email); err != nil {
		return "", err
	}
	email = strings.ToLower(email)
	if !plausible.MatchString(email) {
		return "", domain.InvalidField("email", "must be an e-mail address")
	}
	return email, nil
}

// EmailID is the id of an address's stream, the SHA-256 of its one spelling: the
// address itself is no part of a stream name.
func EmailID(email string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(email))))
	return hex.EncodeToString(sum[:])
}

// EvolveEmail gives the state after the event.
func EvolveEmail(s EmailState, event domain.Event) EmailState {
	switch e := event.(type) {
	case EmailClaimed:
		s.ClientID = e.ClientID
	case EmailReleased:
		s.ClientID = 0
	}
	return s
}

// ClaimEmail reserves the address. Guards: it is this client's already: nothing
// happens; email_taken.
func ClaimEmail(s EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s.ClientID == clientID {
		return nil, nil
	}
	if s.ClientID != 0 {
		return nil, emailTaken()
	}
	return []domain.Event{EmailClaimed{ClientID: clientID, At: at}}, nil
}

// ReleaseEmail frees the address; nothing happens where it is not this client's.
func ReleaseEmail(s EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s.ClientID != clientID {
		return nil, nil
	}
	return []domain.Event{EmailReleased{ClientID: clientID, At: at}}, nil
}
