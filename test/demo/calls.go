package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/shopspring/decimal"
)

// object is a JSON object.
type object map[string]any

func (o object) text(field string) string { return fmt.Sprint(o[field]) }

func (o object) amount(field string) decimal.Decimal {
	d, _ := decimal.NewFromString(o.text(field)) // anything else counts as 0
	return d
}

func (o object) object(field string) object {
	inner, _ := o[field].(map[string]any)
	return inner
}

// UnmarshalJSON keeps numbers as they are written.
func (o *object) UnmarshalJSON(raw []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode((*map[string]any)(o))
}

// person is a caller, with its credential in a header.
type person struct {
	name, header, value string
}

// reply is the `data` of an answer.
type reply struct {
	object
	list     []object
	raw      []byte
	replayed bool
}

// post, put and get call the gateway, print the call, and require the status. After the first error in the
// story they do nothing.
func (s *story) post(p person, path string, body object, want int) reply {
	return s.call(p, http.MethodPost, path, body, want)
}

func (s *story) put(p person, path string, body object, want int) reply {
	return s.call(p, http.MethodPut, path, body, want)
}

func (s *story) get(p person, path string) reply {
	return s.call(p, http.MethodGet, path, nil, http.StatusOK)
}

func (s *story) call(p person, method, path string, body object, want int) reply {
	if s.err != nil {
		return reply{}
	}
	r, status, err := s.send(p, method, path, body)
	if err != nil {
		s.fail("%s %s: %w", method, path, err)
		return reply{}
	}
	s.out.call(p.name, method, path, status)
	if status != want {
		s.fail("%s %s: %d, not %d: %s", method, path, status, want, r.raw)
	}
	return r
}

func (s *story) send(p person, method, path string, body object) (r reply, status int, err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return r, 0, err
		}
	}
	request, err := http.NewRequestWithContext(s.ctx, method, s.gateway.url+"/api/v2"+path, bytes.NewReader(text))
	if err != nil {
		return r, 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	if p.header != "" {
		request.Header.Set(p.header, p.value)
	}
	if s.idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", s.idempotencyKey)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return r, 0, err
	}
	defer answer.Body.Close()
	r.replayed = answer.Header.Get("Idempotency-Replayed") == "true"
	if r.raw, err = io.ReadAll(answer.Body); err != nil {
		return r, 0, err
	}
	var envelope struct{ Data json.RawMessage }
	if err := json.Unmarshal(r.raw, &envelope); err != nil {
		return r, 0, err
	}
	if bytes.HasPrefix(envelope.Data, []byte("[")) {
		return r, answer.StatusCode, json.Unmarshal(envelope.Data, &r.list)
	}
	return r, answer.StatusCode, json.Unmarshal(envelope.Data, &r.object)
}
