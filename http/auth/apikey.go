package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
)

// prefix of every API key (specification 5.2), in sandbox too: the two differ by
// host, not by form.
const prefix = "sk_live_"

var keyForm = regexp.MustCompile(`^sk_live_[0-9a-f]{48}$`)

// APIKey is a new key. Full is shown once and never kept; Hash is what is kept;
// Masked is what may be shown for ever.
type APIKey struct{ Full, Hash, Masked string }

// NewAPIKey draws a key of 192 random bits.
func NewAPIKey() APIKey {
	var bits [24]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	full := prefix + hex.EncodeToString(bits[:])
	hash, _ := HashAPIKey(full)
	return APIKey{Full: full, Hash: hash, Masked: prefix + "********" + full[len(full)-4:]}
}

// HashAPIKey gives the hash under which a key is kept; ok is false for what can't
// be a key at all. The key has full entropy, so SHA-256 is enough.
func HashAPIKey(key string) (hash string, ok bool) {
	if !keyForm.MatchString(key) {
		return "", false
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:]), true
}
