package snap

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
)

// TokenMessage is what the request for an access token signs (service 73). timestamp is the header
// X-TIMESTAMP, byte for byte.
func TokenMessage(clientID, timestamp string) string { return clientID + "|" + timestamp }

// Message is what a call without an access token signs. path is the path of the request with its prefix, and
// with its query if it has one; timestamp is the header X-TIMESTAMP, byte for byte.
func Message(method, path string, body []byte, timestamp string) string {
	return method + ":" + path + ":" + bodyHash(body) + ":" + timestamp
}

// MessageWithToken is what a call with an access token signs; token is without "Bearer ".
func MessageWithToken(method, path, token string, body []byte, timestamp string) string {
	return method + ":" + path + ":" + token + ":" + bodyHash(body) + ":" + timestamp
}

// bodyHash is the SHA-256 of the body without insignificant whitespace, in lower-case hexadecimal digits.
// Spaces inside of strings count: a padded partnerServiceId is not the same without them. A body that is not
// JSON is hashed as it is.
func bodyHash(body []byte) string {
	var minified bytes.Buffer
	if err := json.Compact(&minified, body); err == nil {
		body = minified.Bytes()
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// Signer signs messages. It is safe for concurrent use.
type Signer interface {
	// Sign returns the signature in base64.
	Sign(message string) (string, error)
}

// Verifier verifies signatures in base64 or in hexadecimal digits: the standard does not say which, and its
// samples have both. It is safe for concurrent use.
type Verifier interface {
	Verify(message, signature string) bool
}

// Secret signs and verifies symmetrically, by HMAC-SHA512 with a secret that both sides have.
type Secret string

// Sign never fails.
func (s Secret) Sign(message string) (string, error) {
	return base64.StdEncoding.EncodeToString(s.code(message)), nil
}

// Verify takes the same time for every signature of the right length.
func (s Secret) Verify(message, signature string) bool {
	code, ok := decodeSignature(signature, sha512.Size)
	return s != "" && ok && hmac.Equal(code, s.code(message))
}

func (s Secret) code(message string) []byte {
	h := hmac.New(sha512.New, []byte(s))
	h.Write([]byte(message))
	return h.Sum(nil)
}

// PrivateKey signs asymmetrically, by RSA with SHA-256 and PKCS #1 v1.5.
type PrivateKey struct{ key *rsa.PrivateKey }

// Sign fails only if the key is too short.
func (k PrivateKey) Sign(message string) (string, error) {
	sum := sha256.Sum256([]byte(message))
	signature, err := rsa.SignPKCS1v15(nil, k.key, crypto.SHA256, sum[:])
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	return base64.StdEncoding.EncodeToString(signature), nil
}

// Public returns the key that verifies what this one signs.
func (k PrivateKey) Public() PublicKey { return PublicKey{&k.key.PublicKey} }

// PublicKey verifies what the other side signed with its PrivateKey. The zero PublicKey verifies nothing.
type PublicKey struct{ key *rsa.PublicKey }

// Verify reports whether the other side signed the message.
func (k PublicKey) Verify(message, signature string) bool {
	if k.key == nil {
		return false
	}
	raw, ok := decodeSignature(signature, k.key.Size())
	sum := sha256.Sum256([]byte(message))
	return ok && rsa.VerifyPKCS1v15(k.key, crypto.SHA256, sum[:], raw) == nil
}

// minKeyBits is the shortest RSA key that is accepted.
const minKeyBits = 2048

var errNoPEM = errors.New("is not in PEM form")

// NewPrivateKey makes a key, for a sandbox that plays both sides. It takes a while.
func NewPrivateKey() (PrivateKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, minKeyBits)
	return PrivateKey{key}, err
}

// ParsePrivateKey reads an RSA key of at least 2,048 bits in PEM form, PKCS #8 or PKCS #1. Its errors hold
// nothing of the key.
func ParsePrivateKey(text []byte) (PrivateKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return PrivateKey{}, errNoPEM
	}
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if key, _ = parsed.(*rsa.PrivateKey); err != nil || key == nil {
			return PrivateKey{}, errors.New("is not an RSA private key")
		}
	}
	if key.N.BitLen() < minKeyBits {
		return PrivateKey{}, fmt.Errorf("has %d bits, fewer than %d", key.N.BitLen(), minKeyBits)
	}
	return PrivateKey{key}, nil
}

// ParsePublicKey reads an RSA key of at least 2,048 bits in PEM form, alone (PKIX) or in a certificate.
func ParsePublicKey(text []byte) (PublicKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return PublicKey{}, errNoPEM
	}
	var parsed any
	if certificate, err := x509.ParseCertificate(block.Bytes); err == nil {
		parsed = certificate.PublicKey
	} else if parsed, err = x509.ParsePKIXPublicKey(block.Bytes); err != nil {
		return PublicKey{}, errors.New("is not an RSA public key")
	}
	key, ok := parsed.(*rsa.PublicKey)
	if !ok {
		return PublicKey{}, errors.New("is not an RSA public key")
	}
	if key.N.BitLen() < minKeyBits {
		return PublicKey{}, fmt.Errorf("has %d bits, fewer than %d", key.N.BitLen(), minKeyBits)
	}
	return PublicKey{key}, nil
}

// decodeSignature reads a signature of size bytes. Text in hexadecimal digits may also be valid base64, so the
// length decides.
func decodeSignature(signature string, size int) ([]byte, bool) {
	if len(signature) == hex.EncodedLen(size) {
		raw, err := hex.DecodeString(signature)
		return raw, err == nil
	}
	raw, err := base64.StdEncoding.DecodeString(signature)
	return raw, err == nil && len(raw) == size
}
