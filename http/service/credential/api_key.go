package credential

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
)

// keyPrefix starts every API key, even in the sandbox (API reference: Keys): sandbox and production differ by
// host.
const keyPrefix = "sk_live_"

var keyForm = regexp.MustCompile(`^sk_live_[0-9a-f]{48}$`)

// APIKey is a new key. Full is shown to the client once and never stored. Hash is stored. Masked shows only
// the last 4 characters and may be shown at any time.
type APIKey struct{ Full, Hash, Masked string }

// NewAPIKey generates a key of 192 random bits.
func NewAPIKey() APIKey {
	var bits [24]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	full := keyPrefix + hex.EncodeToString(bits[:])
	hash, _ := HashAPIKey(full)
	return APIKey{Full: full, Hash: hash, Masked: keyPrefix + "********" + full[len(full)-4:]}
}

// HashAPIKey returns the hash under which a key is stored. ok is false when the text does not have the form
// of a key. SHA-256 is enough, because a key has 192 random bits.
func HashAPIKey(key string) (hash string, ok bool) {
	if !keyForm.MatchString(key) {
		return "", false
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:]), true
}
