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

// waitLimit is how long the story waits for a callback or another later effect.
const waitLimit = 15 * time.Second

// story is the state of the story. Its first error ends it.
type story struct {
	ctx      context.Context
	out      printer
	gateway  *gateway
	receiver *receiver.Receiver
	err      error

	admin, portal, shop person
	clientPath          string
	// email is the merchant's login. vaNumber is the number of the virtual account that stays unpaid.
	email, vaNumber string
	secret          string
	// idempotencyKey, if not empty, is sent with every call.
	idempotencyKey string
	// between, if set, is called after each chapter with its number, from 1.
	between func(chapter int) error
	// earned is the balance that results from the credits and payouts so far.
	earned decimal.Decimal
}

var anonymous = person{name: "anybody"}

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
		{"What waits for a person", s.leaveWork},
	} {
		s.out.chapter(i+1, chapter.name)
		chapter.tell()
		if s.err == nil && s.between != nil {
			s.err = s.between(i + 1)
		}
		if s.err != nil {
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

// fact prints a result, unless there was an error.
func (s *story) fact(format string, args ...any) {
	if s.err == nil {
		s.out.fact(format, args...)
	}
}

// require fails the story unless the condition holds.
func (s *story) require(is bool, what string, got any) {
	if !is {
		s.fail("%s, but it is %v", what, got)
	}
}

// callback waits for a callback to the path, and checks its signature and status.
func (s *story) callback(path, status string) object {
	if s.err != nil {
		return nil
	}
	c, err := s.nextCallback(path)
	if err != nil {
		s.fail("callback: %w", err)
		return nil
	}
	s.require(c.text("status") == status, "a callback to "+path+" must say "+status, c.text("status"))
	s.out.call("gateway", http.MethodPost, s.receiver.URL+path, http.StatusOK)
	return c
}

func (s *story) nextCallback(path string) (o object, err error) {
	ctx, cancel := context.WithTimeout(s.ctx, waitLimit)
	defer cancel()
	c, err := s.receiver.WaitFirst(ctx)
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

// until reads an object or a list until `is` holds for the object or for one in the list.
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
