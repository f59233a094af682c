package account

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gateway/domain"
	"gateway/domain/person"
	"gateway/domain/text"

	"golang.org/x/text/unicode/norm"
)

// EmailAggregate folds the streams of e-mail addresses.
var EmailAggregate = domain.Aggregate[EmailState]{Category: "email", Evolve: EvolveEmail}

// claimTTL is the age after which a claim without an account counts as abandoned. It is far longer than any
// request that registers an account or changes its address takes.
const claimTTL = time.Hour

// EmailState is the holder of an address.
type EmailState struct {
	EmailHolder
	// Claims counts the claims that are not released: one for the account that has the address, and one for
	// each request that is about to give it the address.
	Claims int
	// ClaimedAt is the time of the last claim.
	ClaimedAt time.Time
}

// EmailHolder is the person of a client who has an address. ClientID is 0 if the address is free.
type EmailHolder struct{ ClientID, PersonID int64 }

// Owner returns the holder that stands for the login that registered the client.
func Owner(clientID int64) EmailHolder { return EmailHolder{ClientID: clientID, PersonID: clientID} }

// NormalizeEmail returns the address trimmed, in NFC and in lower case. It accepts only a plain address: a
// local part of atoms, one @ and a domain of labels, of ASCII or of letters of any script. It refuses
// everything else, and what text.Border refuses, with invalid_field email. Quotes, comments, angle brackets
// and bracketed host addresses are refused because a mail server may deliver many such spellings to one
// mailbox.
func NormalizeEmail(email string) (string, error) {
	email = lowered(email)
	if err := checkText("email", email); err != nil {
		return "", err
	}
	if !isPlainAddress(email) {
		return "", domain.InvalidField("email", "must be an e-mail address")
	}
	return email, nil
}

func lowered(email string) string {
	return norm.NFC.String(strings.ToLower(norm.NFC.String(strings.TrimSpace(email))))
}

func isPlainAddress(email string) bool {
	local, domain, found := strings.Cut(email, "@")
	return found && all(strings.Split(local, "."), isAtom) && all(strings.Split(domain, "."), isLabel)
}

func all(parts []string, is func(string) bool) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !is(part) })
}

// isAtom reports whether the text is an atom of RFC 5322, with the letters of RFC 6531.
func isAtom(part string) bool { return isWord(part, "!#$%&'*+-/=?^_`{|}~") }

// isLabel reports whether the text is a label of a domain name.
func isLabel(part string) bool {
	return isWord(part, "-") && !strings.HasPrefix(part, "-") && !strings.HasSuffix(part, "-")
}

// isWord reports whether the text has only letters, digits and the given signs, and does not begin with a
// combining mark.
func isWord(part, signs string) bool {
	if first, _ := utf8.DecodeRuneInString(part); part == "" || unicode.IsMark(first) {
		return false
	}
	return !strings.ContainsFunc(part, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.Mn, unicode.Mc, unicode.Nd) && !strings.ContainsRune(signs, r)
	})
}

// EmailForms returns the forms in which an address may be stored. The first is how NormalizeEmail once wrote
// it, when it took any text with one @ and did not bring it to NFC; an existing login stays valid in that
// form. The last is the present form.
func EmailForms(sent string) []string {
	once, now := strings.ToLower(strings.TrimSpace(sent)), lowered(sent)
	if once == now {
		return []string{now}
	}
	return []string{once, now}
}

// SameEmail reports whether two texts are the same address, whichever form each has.
func SameEmail(a, b string) bool { return lowered(a) == lowered(b) }

// OlderEmail returns the decomposed form of an address: the form that another program may have sent, and that
// NormalizeEmail stored before it brought addresses to NFC. For most addresses it is the same text.
func OlderEmail(email string) string { return text.Decomposed(email) }

// EmailID is the id of an address's stream: the SHA-256 of the normalized address, so that no stream name
// contains a personal address. It is permanent: claims of addresses that were once normalized differently are
// found by their stored form (EmailForms).
func EmailID(email string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(email))))
	return hex.EncodeToString(sum[:])
}

// EvolveEmail returns the state after the event.
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

// ClaimEmail reserves the address. If the person has it already, the person gets one more claim, so that
// another request of the same person cannot free it in between. Refusal: email_taken, also if another person
// of the same client has it.
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

// Lapsed reports whether all claims of the address are leftovers of requests that broke off or of a pause
// that is over: the person now has another address, or none, no undo can bring this one back, and the last
// claim is older than claimTTL.
func (s EmailState) Lapsed(email string, holder State, at time.Time) bool {
	p, _ := holder.People.Find(s.PersonID)
	logsIn := p.Status == person.StatusActive && EmailID(p.Email) == EmailID(email)
	return holder.Exists && !logsIn && !holder.Protects(email, at) && at.Sub(s.ClaimedAt) > claimTTL
}

// TakeOverEmail claims an address for another person. lapsed is the state for which Lapsed returned true.
// Refusal: email_taken, if the state has changed since.
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
