package account

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"time"

	"gateway/domain"
)

// EmailAggregate folds the streams of e-mail addresses.
var EmailAggregate = domain.Aggregate[EmailState]{Category: "email", Evolve: EvolveEmail}

// claimTTL is the age after which a claim without an account counts as abandoned. It is
// far longer than any request takes that registers an account or changes its address.
const claimTTL = time.Hour

// EmailState is the owner of an address.
type EmailState struct {
	// ClientID is 0 when the address is free.
	ClientID int64
	// Claims counts the claims that are not released: one of the account that has the
	// address, and one of each request that is about to give it the address.
	Claims int
	// ClaimedAt is the time of the last claim.
	ClaimedAt time.Time
}

// emailPattern is a local part, one @, and a domain, without white space.
var emailPattern = regexp.MustCompile(`^[^\s@]+@[^\s@]+$`)

// NormalizeEmail returns the address trimmed and in lower case. It refuses a text that
// is not an address with invalid_field email.
func NormalizeEmail(email string) (string, error) {
	email = strings.TrimSpace(email)
	if err := checkText("email", email); err != nil {
		return "", err
	}
	email = strings.ToLower(email)
	if !emailPattern.MatchString(email) {
		return "", domain.InvalidField("email", "must be an e-mail address")
	}
	return email, nil
}

// EmailID is the id of an address's stream: the SHA-256 of the normalized address, so
// that no stream name holds a personal address.
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

// ClaimEmail reserves the address. A client that has it already gets one more claim, so
// that another request of the same client cannot free it in between. Refusal: email_taken.
func ClaimEmail(s EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s.ClientID != 0 && s.ClientID != clientID {
		return nil, emailTaken()
	}
	return []domain.Event{EmailClaimed{ClientID: clientID, At: at}}, nil
}

// Lapsed reports whether all claims of the address are leftovers of requests that broke
// off: the client has another address, and the last claim is older than claimTTL.
func (s EmailState) Lapsed(email string, holder State, at time.Time) bool {
	return holder.Exists && EmailID(holder.Email) != EmailID(email) && at.Sub(s.ClaimedAt) > claimTTL
}

// TakeOverEmail claims an address for another client. lapsed is the state in which Lapsed
// was true. Refusal: email_taken, if the state has changed since.
func TakeOverEmail(s, lapsed EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s != lapsed {
		return ClaimEmail(s, clientID, at)
	}
	return []domain.Event{EmailClaimed{ClientID: clientID, At: at}}, nil
}

// ReleaseEmail gives up one claim. The address is free when the last one is given up.
// Nothing happens if the address is not this client's.
func ReleaseEmail(s EmailState, clientID int64, at time.Time) ([]domain.Event, error) {
	if s.ClientID != clientID {
		return nil, nil
	}
	return []domain.Event{EmailReleased{ClientID: clientID, At: at}}, nil
}
