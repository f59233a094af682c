package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"gateway/http/api"
	"gateway/http/api/envelope"
)

// apiCaller asks the API of a running gateway. It implements api.Caller.
type apiCaller struct {
	ctx   context.Context //nolint:containedctx // the calls of a command share its context
	url   string
	token string
	// status is that of the newest answer.
	status int
}

// refusalError is a refusal of the API.
type refusalError struct{ code, message string }

func (e *refusalError) Error() string { return e.message + " (" + e.code + ")" }

// Ask implements api.Caller.
func (c *apiCaller) Ask(path string, query url.Values, into any) (meta envelope.Meta, after string, err error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return meta, "", c.call(http.MethodGet, path, nil, into)
}

// Send implements api.Caller.
func (c *apiCaller) Send(method, path string, body, into any) error {
	return c.call(method, path, body, into)
}

func (c *apiCaller) call(method, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if body == nil {
		text = nil
	}
	request, err := http.NewRequestWithContext(c.ctx, method, c.url+"/api/v2"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("the gateway does not answer: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	const longest = 16 << 20
	var said struct {
		Message string
		Data    json.RawMessage
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, longest)).Decode(&said); err != nil {
		return fmt.Errorf("%s is no gateway's answer: %w", c.url+path, err)
	}
	if c.status = answer.StatusCode; c.status >= http.StatusBadRequest {
		var problem envelope.Problem
		_ = json.Unmarshal(said.Data, &problem) // the message says enough without a code
		return &refusalError{problem.ErrorCode, said.Message}
	}
	if into == nil || len(said.Data) == 0 {
		return nil
	}
	return json.Unmarshal(said.Data, into)
}

// logIn logs in as an administrator, with a code where there is a second factor.
func (c *apiCaller) logIn(email string, p *prompter) error {
	password, err := p.secret("Password of " + email)
	if err != nil {
		return err
	}
	body := map[string]string{"email": email, "password": password}
	login, err := api.LoginAdmin(c, body)
	var refused *refusalError
	if errors.As(err, &refused) && refused.code == "code_required" {
		if body["code"], err = p.secret("Code of the second factor"); err != nil {
			return err
		}
		login, err = api.LoginAdmin(c, body)
	}
	c.token = login.Token
	return err
}

// requestClosing asks for the closing of a month, and returns the id of the approval that waits.
func (c *apiCaller) requestClosing(month string, accepted []acceptedFinding) (id int64, err error) {
	var asked struct{ ID int64 }
	err = c.Send(http.MethodPost, "/admin/periods/"+url.PathEscape(month)+"/close", map[string]any{"findings": accepted}, &asked)
	if err == nil && c.status != http.StatusAccepted {
		err = errors.New("the gateway has another configuration than this command: it closed " + month + " without a second administrator")
	}
	return asked.ID, err
}
