package service

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// idDigits is 10 to the number of digits that a reference takes from an id.
const idDigits = 1_000_000

// newReference makes a reference that ends in nanoseconds, such as INV-<client_id>-<nanoseconds>. It
// keeps the time to the millisecond. The last six digits are those of the id, so that instances that reserve ids in
// the same instant get different references: the same reference under two idempotency keys could be answered
// twice after the log has lost the first payment. With id 0 these digits are random.
func newReference(prefix string, clientID int64, now time.Time, id int64) string {
	digits := id % idDigits
	if id == 0 {
		digits = rand.Int64N(idDigits)
	}
	return fmt.Sprintf("%s-%d-%d", prefix, clientID, now.UnixMilli()*int64(time.Millisecond)+digits)
}

// ClaimReference calls attempt with the reference. While attempt fails with the error taken, because another
// request has the reference, it tries the next nanosecond: another id may end in the same digits. A
// retry tries the same references in the same order, and stops at the one that its first attempt claimed.
func ClaimReference[T any](reference string, taken error, attempt func(reference string) (T, error)) (T, error) {
	for {
		made, err := attempt(reference)
		if !errors.Is(err, taken) {
			return made, err
		}
		if reference, err = nextReference(reference); err != nil {
			return made, err
		}
	}
}

// nextReference adds a nanosecond to a reference.
func nextReference(reference string) (string, error) {
	i := strings.LastIndexByte(reference, '-') + 1
	nanoseconds, err := strconv.ParseInt(reference[i:], 10, 64)
	if err != nil {
		return "", fmt.Errorf("%q does not end in nanoseconds", reference)
	}
	return reference[:i] + strconv.FormatInt(nanoseconds+1, 10), nil
}
