package account

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/person"
)

// EmailAggregate folds the streams of e-mail addresses.
var EmailAggregate = domain.Aggregate[EmailState]{Category: "email", Evolve: EvolveEmail}

// claimTTL is the age after which a claim without an account counts as abandoned. It is
// far longer than any request takes that registers an account or changes its address.
const claimTTL = time.Hour

// EmailState is the holder of an address.
type EmailState struct {
	EmailHolder
	// Claims counts the claims that are not released: one of the account that has the
	// address, and one of each request that is about to give it the address.
	Claims int
	// ClaimedAt is the time of the last claim.
	ClaimedAt time.Time
}

// EmailHolder is the person of a client who has an address. ClientID is 0 when the address is
// free.
type EmailHolder struct{ ClientID, PersonID int64 }

// Owner is the login that registered the client.
func Owner(clientID int64) EmailHolder { return EmailHolder{ClientID: clientID, PersonID: clientID} }

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
		holder := EmailHolder{ClientID: e.ClientID, PersonID: cmp.Or(e.PersonID, e.ClientID)}
		if holder != s.EmailHolder {
			s = EmailState{EmailHolder: holder}
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

// ClaimEmail reserves the address. A person who has it already gets one more claim, so
// that another request of the same person cannot free it in between. Refusal: email_taken,
// also where another person of the same client has it.
func ClaimEmail(s EmailState, holder EmailHolder, at time.Time) ([]domain.Event, error) {
	if s.ClientID != 0 && s.EmailHolder != holder {
		return nil, emailTaken()
	}
	return []domain.Event{holder.claim(at)}, nil
}

func (h EmailHolder) claim(at time.Time) EmailClaimed {
	e := EmailClaimed{ClientID: h.ClientID, PersonID: h.PersonID, At: at}
	if h == Owner(h.ClientID) {
		e.PersonID = 0
	}
	return e
}

// Lapsed reports whether all claims of the address are leftovers, of requests that broke
// off or of a pause that is over: the person has another address, or none, which no undo
// changes back, and the last claim is older than claimTTL.
func (s EmailState) Lapsed(email string, holder State, at time.Time) bool {
	p, _ := holder.People.Find(s.PersonID)
	logsIn := p.Status == person.StatusActive && EmailID(p.Email) == EmailID(email)
	return holder.Exists && !logsIn && !holder.Protects(email, at) && at.Sub(s.ClaimedAt) > claimTTL
}

// TakeOverEmail claims an address for another person. lapsed is the state in which Lapsed
// was true. Refusal: email_taken, if the state has changed since.
func TakeOverEmail(s, lapsed EmailState, holder EmailHolder, at time.Time) ([]domain.Event, error) {
	if s != lapsed {
		return ClaimEmail(s, holder, at)
	}
	return []domain.Event{holder.claim(at)}, nil
}

// ReleaseEmail gives up one claim. The address is free when the last one is given up.
// Nothing happens if the address is not this person's.
func ReleaseEmail(s EmailState, holder EmailHolder, at time.Time) ([]domain.Event, error) {
	if s.EmailHolder != holder {
		return nil, nil
	}
	return []domain.Event{EmailReleased{ClientID: holder.ClientID, At: at}}, nil
}
