package service

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// references makes the references that end in nanoseconds, such as INV-<client_id>-<nanoseconds>. No two
// references of a process have the same nanoseconds.
type references struct{ last atomic.Int64 }

func (r *references) next(prefix string, clientID int64, now time.Time) string {
	for {
		last := r.last.Load()
		nanoseconds := max(now.UnixNano(), last+1)
		if r.last.CompareAndSwap(last, nanoseconds) {
			return fmt.Sprintf("%s-%d-%d", prefix, clientID, nanoseconds)
		}
	}
}

// ClaimReference calls attempt with the reference. While attempt fails with the error taken, because another
// request has the reference, it tries the next nanosecond: another instance may have used the same time. A
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
