package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/shopspring/decimal"
)

// story is told once. The first thing that is not as it should be ends it.
type story struct {
	ctx      context.Context
	out      printer
	gateway  *gateway
	receiver *receiver
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
	c, err := s.receiver.next(s.ctx, path, s.secret)
	if err != nil {
		s.fail("%w", err)
		return nil
	}
	s.holds(c.text("status") == status, "a callback to "+path+" must say "+status, c.text("status"))
	s.out.call("gateway", http.MethodPost, s.receiver.url+path, http.StatusOK)
	return c
}

// until asks for an object, or a list of them, until there is one of that kind:
// some things follow by themselves.
func (s *story) until(p person, path string, is func(object) bool) object {
	deadline := time.Now().Add(callbackLimit)
	for s.err == nil {
		r, status, err := s.send(p, http.MethodGet, path, nil)
		if err != nil {
			s.fail("GET %s: %w", path, err)
		}
		for _, o := range append(r.list, r.object) {
			if is(o) {
				s.out.call(p.name, http.MethodGet, path, status)
				return o
			}
		}
		if time.Now().After(deadline) {
			s.fail("GET %s: what must come did not: %s", path, r.raw)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil
}
