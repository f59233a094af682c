package credential

import (
	"context"
	"sync"
	"time"

	"gateway/http/server/origin"
)

const (
	// firstDelay is how long the answer to a login waits after one failure from elsewhere. It doubles with
	// each failure, up to longestDelay.
	firstDelay   = time.Second
	longestDelay = 30 * time.Second
	// delayedMost is how many logins of a process may wait for their delay.
	delayedMost = 1_000
	// familiarFor is how long an address from which an account signed in stays familiar.
	familiarFor = 30 * 24 * time.Hour
)

// SignIns stores from which networks accounts signed in. *state.DB implements it.
type SignIns interface {
	// SignedIn reports whether the account has signed in from the network since the given time.
	SignedIn(ctx context.Context, account, network string, since time.Time) (bool, error)
	// RememberSignIn records a sign-in, and deletes those before the given time.
	RememberSignIn(ctx context.Context, account, network string, now, before time.Time) error
}

// LoginLimits limit failed logins so that guessing is hopeless, and no caller can lock another one out. An
// address is an IPv4 address or the /64 of an IPv6 address. In each window:
//
//   - After PerAccount failures of one account from one address, further logins get 429.
//   - After PerAddress failures from one address, further logins get 429, except those of an account
//     that signed in from there within 30 days, since many people may share an address.
//   - Failures of an account from elsewhere delay its logins from addresses that it did not sign
//     in from within 30 days: by 1 s after the first, doubling to 30 s. They refuse none.
//
// Failures are counted for this process alone; the familiar addresses are shared by all processes.
// LoginLimits is safe for concurrent use.
type LoginLimits struct {
	kind      string
	signIns   SignIns
	now       func() time.Time
	byBoth    *Limiter
	byAddress *Limiter
	byAccount *Limiter
	after     func(time.Duration) <-chan time.Time

	mu      sync.Mutex
	delayed crowd
}

// LoginLimitOptions are the limits of LoginLimits; 0 switches a limit off.
type LoginLimitOptions struct {
	// Kind is the kind of the accounts, one of the kinds of sessions.
	Kind string
	// PerAccount limits the failures of one account from one address. If it is 0, nothing is delayed either.
	PerAccount int
	// PerAddress limits the failures of all accounts from one address.
	PerAddress int
	Window     time.Duration
	Now        func() time.Time
	// After defaults to time.After if nil.
	After func(time.Duration) <-chan time.Time
}

// NewLoginLimits makes LoginLimits.
func NewLoginLimits(signIns SignIns, o LoginLimitOptions) *LoginLimits {
	if o.After == nil {
		o.After = time.After
	}
	return &LoginLimits{
		kind: o.Kind, signIns: signIns, now: o.Now, delayed: crowd{most: delayedMost},
		byBoth: NewLimiter(o.PerAccount, o.Window, o.Now), byAddress: NewLimiter(o.PerAddress, o.Window, o.Now),
		byAccount: NewLimiter(noLimit, o.Window, o.Now),
		after:     o.After,
	}
}

// LoginAttempt is an attempt that the limits allow. It counts as failed until Succeed is called.
type LoginAttempt struct {
	limits           *LoginLimits
	account, network string
	familiar         bool
	undo             func()
}

// Begin counts an attempt to log in to the account with an e-mail address, in lower case, from an IP address,
// and waits for its delay. Concurrent attempts count before any of them ends, so they cannot exceed a limit
// together. Errors: *TooManyError; busy when too many wait; the context's.
func (l *LoginLimits) Begin(ctx context.Context, email, address string) (*LoginAttempt, error) {
	a := &LoginAttempt{limits: l, account: l.kind + ":" + email, network: origin.Network(address), undo: func() {}}
	var err error
	if a.familiar, err = l.signIns.SignedIn(ctx, a.account, a.network, l.now().Add(-familiarFor)); err != nil {
		return nil, err
	}
	elsewhere := l.byAccount.count(a.account) - l.byBoth.count(a.both())
	if err := a.count(); err != nil {
		return nil, err
	}
	if err := l.delay(ctx, a, elsewhere); err != nil {
		a.undo() // no password was checked
		return nil, err
	}
	return a, nil
}

func (a *LoginAttempt) both() string { return a.account + "\x00" + a.network }

// count counts the attempt for each limit that applies.
func (a *LoginAttempt) count() error {
	l := a.limits
	take := func(limiter *Limiter, name string) error {
		undo, err := limiter.Take(name)
		if err != nil {
			a.undo()
			return err
		}
		before := a.undo
		a.undo = func() { undo(); before() }
		return nil
	}
	if err := take(l.byBoth, a.both()); err != nil {
		return err
	}
	if !a.familiar {
		if err := take(l.byAddress, a.network); err != nil {
			return err
		}
	}
	return take(l.byAccount, a.account)
}

// delay makes an attempt from an unfamiliar address wait, depending on the failures from elsewhere.
func (l *LoginLimits) delay(ctx context.Context, a *LoginAttempt, elsewhere int) error {
	if a.familiar || elsewhere <= 0 || l.byBoth.n == 0 {
		return nil
	}
	l.mu.Lock()
	w, ok := l.delayed.join(a.network)
	l.mu.Unlock()
	if !ok {
		return errBusy
	}
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.delayed.leave(w)
	}()
	select {
	case <-l.after(delayAfter(elsewhere)):
		return nil
	case <-w.done:
		return errBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

func delayAfter(failures int) time.Duration {
	if failures > 5 { // 2^5 s exceeds the longest delay
		return longestDelay
	}
	return firstDelay << (failures - 1)
}

// Context returns a context for checking the password, in which an attempt from a familiar address goes
// before strangers.
func (a *LoginAttempt) Context(ctx context.Context) context.Context {
	ctx = origin.With(ctx, a.network)
	if a.familiar {
		ctx = asFamiliar(ctx)
	}
	return ctx
}

// Uncount makes the attempt count neither as failed nor as a sign-in.
func (a *LoginAttempt) Uncount() { a.undo() }

// Succeed records that the login succeeded: it does not count as failed, and its address is familiar from now
// on.
func (a *LoginAttempt) Succeed(ctx context.Context) error {
	a.undo()
	now := a.limits.now()
	return a.limits.signIns.RememberSignIn(ctx, a.account, a.network, now, now.Add(-familiarFor))
}
