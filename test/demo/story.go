package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"gateway/test/poll"
	"gateway/test/receiver"

	"github.com/shopspring/decimal"
)

// waitLimit is how long a callback, or what follows by itself, may take: usually it
// is there at once.
const waitLimit = 15 * time.Second

// story is told once. The first thing that is not as it should be ends it.
type story struct {
	ctx      context.Context
	out      printer
	gateway  *gateway
	receiver *receiver.Receiver
	err      error

	admin, portal, shop person
	clientPath          string
	secret              string
	// idempotencyKey goes with every call while it is set.
	idempotencyKey string
	// earned is what all credits so far must have made of the balance.
	earned decimal.Decimal
}

var nobody = person{name: "anybody"}

func (s *story) tell() error {
	for i, chapter := range []struct {
		name string
		tell func()
	}{
		{"A merchant registers, is approved, and takes an API key", s.openAccount},
		{"What a payment of Rp 150,000 will cost", s.quoteFees},
		{"Four customers pay, on four channels", s.takePayments},
		{"A fifth pays a wrong amount", s.takeWrongAmount},
		{"The balance", s.showBalance},
		{"The merchant withdraws", s.withdraw},
		{"A settlement, transferred by hand", s.settle},
	} {
		s.out.chapter(i+1, chapter.name)
		if chapter.tell(); s.err != nil {
			return s.err
		}
	}
	return nil
}

func (s *story) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// fact is told unless something went wrong before.
func (s *story) fact(format string, args ...any) {
	if s.err == nil {
		s.out.fact(format, args...)
	}
}

// holds demands what must be.
func (s *story) holds(is bool, what string, got any) {
	if !is {
		s.fail("%s, but it is %v", what, got)
	}
}

// callback waits for one that is signed by the merchant's secret.
func (s *story) callback(path, status string) object {
	if s.err != nil {
		return nil
	}
	c, err := s.nextCallback(path)
	if err != nil {
		s.fail("callback: %w", err)
		return nil
	}
	s.holds(c.text("status") == status, "a callback to "+path+" must say "+status, c.text("status"))
	s.out.call("gateway", http.MethodPost, s.receiver.URL+path, http.StatusOK)
	return c
}

func (s *story) nextCallback(path string) (o object, err error) {
	ctx, cancel := context.WithTimeout(s.ctx, waitLimit)
	defer cancel()
	c, err := s.receiver.Wait(ctx)
	if err != nil {
		return nil, fmt.Errorf("none came to %s: %w", path, err)
	}
	if c.Request != "POST "+path {
		return nil, fmt.Errorf("%s instead of %s: %s", c.Request, path, c.Body)
	}
	if err := c.Verify(s.secret); err != nil {
		return nil, err
	}
	return o, json.Unmarshal(c.Body, &o)
}

// until asks for an object, or a list of them, until there is one of that kind:
// some things follow by themselves.
func (s *story) until(p person, path string, is func(object) bool) (found object) {
	ctx, cancel := context.WithTimeout(s.ctx, waitLimit)
	defer cancel()
	var last []byte
	err := poll.Wait(ctx, func() bool {
		r, status, err := s.send(p, http.MethodGet, path, nil)
		if err != nil {
			s.fail("GET %s: %w", path, err)
		}
		last = r.raw
		for _, o := range append(r.list, r.object) {
			if s.err == nil && is(o) {
				s.out.call(p.name, http.MethodGet, path, status)
				found = o
			}
		}
		return found != nil || s.err != nil
	})
	if err != nil {
		s.fail("GET %s: what must come did not: %s", path, last)
	}
	return found
}
