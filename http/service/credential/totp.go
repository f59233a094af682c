package credential

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gateway/domain/secret"

	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
	"rsc.io/qr"
)

const (
	// codePeriod is the time step of codes in seconds. codeSkew is how many steps a person's clock may be
	// ahead or behind (RFC 6238, 5.2).
	codePeriod = 30
	codeSkew   = 1
	// recoveryCodes is the number of recovery codes that a person gets.
	recoveryCodes = 10
)

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

// TOTP computes the codes of second factors by RFC 6238: SHA-1, 6 digits, steps of 30 seconds, as every
// authenticator app supports. A secret is derived from a master secret, its owner and a generation, so none
// is stored. Package secondfactor decides which codes are accepted.
type TOTP struct {
	Masters secret.Ring
	// Issuer names the gateway in the person's app.
	Issuer string
}

// Enrolment is what a person enters into an authenticator app: the secret as text, as an address, and as a
// picture of its QR code (a data URL of a PNG). It is shown once and never stored.
type Enrolment struct{ Secret, URI, QR string }

// Secret identifies a secret by its owner, such as `admin:3`, and generation. MasterID names the master
// secret that it is derived from.
type Secret struct {
	Owner, MasterID string
	Generation      int
}

// Enrolment returns a secret. account is the e-mail address that names the person in the app. Errors:
// *secret.UnknownError.
func (t TOTP) Enrolment(of Secret, account string) (Enrolment, error) {
	shared, err := t.secret(of)
	if err != nil {
		return Enrolment{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: t.Issuer, AccountName: account, Secret: shared})
	if err != nil {
		return Enrolment{}, fmt.Errorf("second factor: %w", err)
	}
	picture, err := qr.Encode(key.URL(), qr.M)
	if err != nil {
		return Enrolment{}, fmt.Errorf("second factor: %w", err)
	}
	return Enrolment{
		Secret: key.Secret(), URI: key.URL(), QR: "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.PNG()),
	}, nil
}

// Step returns the time step that the code belongs to, which is the present one or one near it, and 0 for a
// wrong code. It ignores white space in the code. If the master secret is no longer configured, every code is
// wrong; recovery codes still work.
func (t TOTP) Step(of Secret, code string, now time.Time) (found int64) {
	shared, err := t.secret(of)
	if err != nil {
		return 0
	}
	code = strings.Join(strings.Fields(code), "")
	text := base32Text.EncodeToString(shared)
	present := now.Unix() / codePeriod
	for step := present - codeSkew; step <= present+codeSkew; step++ {
		right, err := hotp.GenerateCode(text, uint64(step))
		if err == nil && subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			found = step
		}
	}
	return found
}

// secret returns a secret of 160 bits, as RFC 4226 recommends.
func (t TOTP) secret(of Secret) ([]byte, error) {
	master, err := t.Masters.ByID(of.MasterID)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, master.Bytes)
	mac.Write([]byte("totp:" + of.Owner + ":" + strconv.Itoa(of.Generation)))
	return mac.Sum(nil)[:20], nil
}

// NewRecoveryCodes generates ten codes of 80 random bits, such as `ABCD-EFGH-IJKL-MNOP`, and their hashes in
// the same order. The codes are shown once, and only the hashes are stored.
func NewRecoveryCodes() (codes, hashes []string) {
	for range recoveryCodes {
		var bits [10]byte
		_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
		text := base32Text.EncodeToString(bits[:])
		code := text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
		codes, hashes = append(codes, code), append(hashes, HashRecoveryCode(code))
	}
	return codes, hashes
}

// HashRecoveryCode returns the hash under which a recovery code is stored. It ignores hyphens, white space
// and case. SHA-256 is enough for 80 random bits.
func HashRecoveryCode(code string) string {
	code = strings.ToUpper(strings.Join(strings.Fields(strings.ReplaceAll(code, "-", "")), ""))
	sum := sha256.Sum256([]byte("recovery:" + code))
	return hex.EncodeToString(sum[:])
}
