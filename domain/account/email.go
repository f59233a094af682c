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

// claimLasts is how long a claim alone keeps an address from others: far longer than
// any request that claimed it can be about to use it.
const claimLasts = time.Hour

// EmailState says whose the address is: 0 when it is free.
type EmailState struct {
	ClientID int64
	// Claims counts those that are not given up: one for the account whose address
	// it is, and one for each request that is about to make it that.
	Claims int
	// ClaimedAt is the time of the last of them.
	ClaimedAt time.Time
}

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
		if e.ClientID != s.ClientID {
			s = EmailState{ClientID: e.ClientID}
		}
		s.Claims++
		s.ClaimedAt = e.At
	case EmailReleased:
		if s.Claims--; s.Claims == 0 {
			s = EmailState{}
		}
	}
	return s
}

// ClaimEmail reserves the address, once more where it is this client's already: then
// another request of the client's can't free it in between. Guard: email_taken.
func ClaimEmail(s EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s.ClientID != 0 && s.ClientID != clientID {
		return nil, emailTaken()
	}
	return []domain.Event{EmailClaimed{ClientID: clientID, At: at}}, nil
}

// Lapsed reports whether all claims of the address were left behind by requests that
// broke off: the holder has another address, and no claim is young enough to be in use.
func (s EmailState) Lapsed(email string, holder State, at time.Time) bool {
	return holder.Exists && EmailID(holder.Email) != EmailID(email) && at.Sub(s.ClaimedAt) > claimLasts
}

// TakeOverEmail claims an address whose claims, as they were, had lapsed. Guard:
// email_taken, by any change since.
func TakeOverEmail(s, lapsed EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s != lapsed {
		return ClaimEmail(s, clientID, at)
	}
	return []domain.Event{EmailClaimed{ClientID: clientID, At: at}}, nil
}

// ReleaseEmail gives up one claim, with the last of which the address is free;
// nothing happens where it is not this client's.
func ReleaseEmail(s EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s.ClientID != clientID {
		return nil, nil
	}
	return []domain.Event{EmailReleased{ClientID: clientID, At: at}}, nil
}
