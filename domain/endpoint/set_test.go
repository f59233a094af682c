package endpoint

import (
	"errors"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/feed"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func refusal(err error) string {
	if r, ok := errors.AsType[*domain.Refusal](err); ok {
		return r.Code
	}
	return ""
}

func setOf(events ...domain.Event) Set { return Aggregate.Fold(nil, events...) }

func TestAClientHasAtMostTenEndpoints(t *testing.T) {
	t.Parallel()
	var s Set
	for id := range int64(Max) {
		events, err := Add(s, Added{EndpointID: id + 1, URL: "https://a.example"})
		if err != nil {
			t.Fatal(err)
		}
		s = Aggregate.Fold(s, events...)
	}
	if _, err := Add(s, Added{EndpointID: 11}); refusal(err) != "too_many_endpoints" {
		t.Errorf("the eleventh: %v", err)
	}
	if events, err := Add(s, Added{EndpointID: 3}); err != nil || events != nil {
		t.Errorf("one that exists: %v %v", events, err)
	}
	s = Aggregate.Fold(s, Removed{EndpointID: 3})
	if events, err := Add(s, Added{EndpointID: 11}); err != nil || len(events) != 1 {
		t.Errorf("after one was removed: %v", err)
	}
}

func TestAnEndpointChoosesAmongTheNamesOfTheFeed(t *testing.T) {
	t.Parallel()
	if _, err := Add(nil, Added{EndpointID: 1, Events: []string{"invoice.lost"}}); refusal(err) != "invalid_field" {
		t.Errorf("an unknown name: %v", err)
	}
	for _, c := range []struct {
		name        string
		given, want []string
	}{
		{"none is all", nil, nil},
		{"each once, sorted", []string{"invoice.paid", "account.updated", "invoice.paid"}, []string{"account.updated", "invoice.paid"}},
		{"all of them", feed.Names, nil},
	} {
		events, err := Add(nil, Added{EndpointID: 1, Events: c.given})
		if err != nil || !slices.Equal(events[0].(Added).Events, c.want) {
			t.Errorf("%s: %v %v", c.name, events, err)
		}
	}
}

func TestSwitchingOnBeginsAnotherRun(t *testing.T) {
	t.Parallel()
	s := setOf(Added{EndpointID: 1, URL: "https://a.example"})
	for _, step := range []struct {
		name   string
		url    string
		active bool
		events int
		run    int
	}{
		{"another URL", "https://b.example", true, 1, 1},
		{"the same again", "https://b.example", true, 0, 1},
		{"off", "https://b.example", false, 1, 1},
		{"on", "https://b.example", true, 1, 2},
	} {
		events, err := Change(s, Changed{EndpointID: 1, URL: step.url, Active: step.active})
		if err != nil || len(events) != step.events {
			t.Fatalf("%s: %v %v", step.name, events, err)
		}
		if s = Aggregate.Fold(s, events...); s[1].Run != step.run || s[1].Active != step.active || s[1].URL != step.url {
			t.Errorf("%s: %+v", step.name, s[1])
		}
	}
	for name, err := range map[string]error{
		"change": second(Change(s, Changed{EndpointID: 2})), "remove": second(Remove(s, Removed{EndpointID: 2})),
		"rotate": second(RotateSecret(s, SecretRotated{EndpointID: 2})),
	} {
		if refusal(err) != "not_found" {
			t.Errorf("%s of another's endpoint: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestAReplacedSecretSignsUntilItIsRotatedAtOnce(t *testing.T) {
	t.Parallel()
	s := setOf(Added{EndpointID: 1, MasterID: "first"})
	events, err := RotateSecret(s, SecretRotated{EndpointID: 1, MasterID: "second", At: noon})
	if err != nil {
		t.Fatal(err)
	}
	s = Aggregate.Fold(s, events...)
	if now := s[1].Secrets.Present(); now.Number != 1 || now.MasterID != "second" || len(s[1].Secrets.SigningAt(noon)) != 2 {
		t.Errorf("%+v", s[1].Secrets)
	}
	if s = Aggregate.Fold(s, SecretRotated{EndpointID: 1, Generation: 2, AtOnce: true, At: noon}); len(s[1].Secrets.SigningAt(noon)) != 1 {
		t.Errorf("at once: %+v", s[1].Secrets)
	}
}
