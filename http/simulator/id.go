package simulator

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"hash/crc32"

	"github.com/google/uuid"
)

// businessID is the id of the gateway's account with the provider.
const businessID = "5f8d0a3c9b1e4a0012c4d7e9"

// hexID returns 24 hexadecimal digits. The first is a letter, so that an id is never a number.
func hexID() string {
	var id [12]byte
	_, _ = rand.Read(id[:])
	id[0] |= 0xa0
	return hex.EncodeToString(id[:])
}

func prefixedID(prefix string) string { return prefix + uuid.NewString() }

var vaPrefixes = map[string]string{
	"BCA": "10766", "BNI": "8808", "BRI": "26215", "MANDIRI": "88608", "PERMATA": "8214", "BSI": "9347", "CIMB": "9349",
}

func vaPrefix(bank string) string {
	if prefix, known := vaPrefixes[bank]; known {
		return prefix
	}
	return fmt.Sprintf("7%03d", crc32.ChecksumIEEE([]byte(bank))%1000)
}

// vaNumber returns a number that no virtual account has had. It multiplies by a number coprime to 10, which
// shuffles the eleven digits and keeps the numbers distinct.
func (s *Simulator) vaNumber(ctx context.Context, bank string) (string, error) {
	var n int64
	if err := s.DB.GetContext(ctx, &n, `SELECT nextval('state.simulator_va_numbers')`); err != nil {
		return "", fmt.Errorf("simulator: draw a VA number: %w", err)
	}
	const digits, shuffle = 100_000_000_000, 7_919_377
	return fmt.Sprintf("%s%011d", vaPrefix(bank), n%digits*shuffle%digits), nil
}
