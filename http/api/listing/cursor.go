package listing

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"gateway/domain"
	"gateway/domain/secret"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Cursors makes and reads cursors. They are encrypted and authenticated with keys that are derived from the
// master secrets, so every instance reads the cursors of the others, and a cursor reveals nothing of the log.
// It is safe for concurrent use.
type Cursors struct {
	// The first key makes cursors; all of them read.
	keys []cipher.AEAD
}

// NewCursors makes Cursors with keys that are derived from the master secrets.
func NewCursors(masters secret.Ring) *Cursors {
	k := &Cursors{}
	for _, master := range masters.All() {
		k.keys = append(k.keys, keyOf(master.Bytes))
	}
	return k
}

func keyOf(master []byte) cipher.AEAD {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte("list cursor"))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err == nil {
		var key cipher.AEAD
		if key, err = cipher.NewGCM(block); err == nil {
			return key
		}
	}
	panic("listing: " + err.Error()) // a key of 32 bytes is always valid
}

// cursorBytes is the length of an encoded place, without nonce and authentication. The place in an order of amounts is longer by
// the amount, in sen, unless that is 0.
const (
	cursorBytes = 4 * 8
	amountBytes = 8
)

// seal makes a cursor of a place. It only opens with the same binding.
func (k *Cursors) seal(p readtable.Page, binding []byte) string {
	nonce := make([]byte, k.keys[0].NonceSize())
	_, _ = rand.Read(nonce) // never fails
	place := make([]byte, 0, cursorBytes+amountBytes)
	numbers := []int64{p.After.At.UnixMicro(), p.After.Position, p.After.Total, int64(p.Number)}
	if !p.After.Amount.IsZero() {
		numbers = append(numbers, p.After.Amount.Shift(2).IntPart())
	}
	for _, n := range numbers {
		place = binary.BigEndian.AppendUint64(place, uint64(n))
	}
	return base64.RawURLEncoding.EncodeToString(k.keys[0].Seal(nonce, nonce, place, binding))
}

// open reads a cursor. The refusal names the parameter `after`.
func (k *Cursors) open(cursor string, binding []byte) (p readtable.Page, err error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return p, errCursor
	}
	for _, key := range k.keys {
		if len(raw) < key.NonceSize() {
			break
		}
		place, err := key.Open(nil, raw[:key.NonceSize()], raw[key.NonceSize():], binding)
		if err != nil || len(place) != cursorBytes && len(place) != cursorBytes+amountBytes {
			continue
		}
		number := func(i int) int64 { return int64(binary.BigEndian.Uint64(place[8*i:])) }
		p.After = &readtable.Place{At: time.UnixMicro(number(0)).UTC(), Position: number(1), Total: number(2)}
		p.Number = int(number(3))
		if len(place) > cursorBytes {
			p.After.Amount = decimal.New(number(4), -2)
		}
		return p, nil
	}
	return p, errCursor
}

var errCursor = domain.InvalidField("after",
	"must be the cursor of the link to the next page of this list, unaltered, with the same filters and per_page; begin again without it")
