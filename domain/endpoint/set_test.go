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

func TestAReplacedSecretSignsForADayMore(t *testing.T) {
	t.Parallel()
	s := setOf(Added{EndpointID: 1, MasterID: "first"})
	generations := func(at time.Time) (all []int) {
		for _, secret := range Signing(s[1].Secrets, at) {
			all = append(all, secret.Generation)
		}
		return all
	}
	rotate := func(at time.Time) {
		events, err := RotateSecret(s, SecretRotated{EndpointID: 1, MasterID: "second", At: at})
		if err != nil {
			t.Fatal(err)
		}
		s = Aggregate.Fold(s, events...)
	}
	rotate(noon)
	for _, c := range []struct {
		after time.Duration
		want  []int
	}{{0, []int{1, 0}}, {24*time.Hour - 1, []int{1, 0}}, {24 * time.Hour, []int{1}}} {
		if got := generations(noon.Add(c.after)); !slices.Equal(got, c.want) {
			t.Errorf("after %s: %v, want %v", c.after, got, c.want)
		}
	}
	for range 6 {
		rotate(noon.Add(time.Hour))
	}
	if got := generations(noon.Add(time.Hour)); !slices.Equal(got, []int{7, 6, 5, 4}) {
		t.Errorf("after many: %v", got)
	}
	if s[1].Secrets[0].MasterID != "second" {
		t.Errorf("%+v", s[1].Secrets)
	}
}
