package realtimeserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"gateway/domain/realtime"

	"golang.org/x/sync/errgroup"
)

const (
	// callTimeout limits one call. A late message is of little use.
	callTimeout = 5 * time.Second
	// maxConcurrentCalls limits the concurrent calls of one Publish or Disconnect.
	maxConcurrentCalls = 8
	// maxAnswer limits how many bytes of an answer are read.
	maxAnswer = 16 << 10
)

// Centrifugo publishes through the HTTP API of an external Centrifugo. It is safe for
// concurrent use.
type Centrifugo struct {
	api, key string
	http     *http.Client
}

// NewCentrifugo makes a publisher to the Centrifugo at base, such as http://centrifugo:8000. key is the key
// of its HTTP API. Close it after use.
func NewCentrifugo(base, key string) *Centrifugo {
	return &Centrifugo{
		api: strings.TrimSuffix(base, "/") + "/api/", key: key,
		http: &http.Client{
			Timeout:       callTimeout,
			Transport:     &http.Transport{MaxIdleConnsPerHost: maxConcurrentCalls, IdleConnTimeout: time.Minute},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Close closes idle connections.
func (c *Centrifugo) Close() { c.http.CloseIdleConnections() }

// HasListeners returns true, because the gateway does not know which clients are connected to Centrifugo.
func (c *Centrifugo) HasListeners(string) bool { return true }

// Publish sends the messages, in order within each channel. After a failure it sends no more to that channel,
// but continues with the others. It returns the first error.
func (c *Centrifugo) Publish(ctx context.Context, messages []realtime.Message) error {
	var order []string
	byChannel := make(map[string][]realtime.Message)
	for _, m := range messages {
		if _, known := byChannel[m.Channel]; !known {
			order = append(order, m.Channel)
		}
		byChannel[m.Channel] = append(byChannel[m.Channel], m)
	}
	var g errgroup.Group
	g.SetLimit(maxConcurrentCalls)
	for _, channel := range order {
		g.Go(func() error {
			for _, m := range byChannel[channel] {
				if err := c.call(ctx, "publish", publication(m)); err != nil {
					return fmt.Errorf("publish to %s: %w", channel, err)
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// Check returns an error when Centrifugo does not answer or refuses the key.
func (c *Centrifugo) Check(ctx context.Context) error {
	if err := c.call(ctx, "info", struct{}{}); err != nil {
		return fmt.Errorf("ask Centrifugo: %w", err)
	}
	return nil
}

// publication is the body of a publish call.
type publication struct {
	Channel string          `json:"channel"`
	Data    json.RawMessage `json:"data"`
}

// disconnection is the body of a disconnect call.
type disconnection struct {
	User string `json:"user"`
}

// Disconnect ends the connections of the clients and tells them not to reconnect. Centrifugo checks only
// tokens, so a client that reconnects anyway is accepted until its token expires. It returns the first error.
func (c *Centrifugo) Disconnect(ctx context.Context, clientIDs []int64) error {
	var g errgroup.Group
	g.SetLimit(maxConcurrentCalls)
	for _, id := range clientIDs {
		g.Go(func() error {
			if err := c.call(ctx, "disconnect", disconnection{userID(id)}); err != nil {
				return fmt.Errorf("disconnect client %d: %w", id, err)
			}
			return nil
		})
	}
	return g.Wait()
}

// DisconnectRemoved does nothing, because Centrifugo knows only clients, not their people. A removed person's
// token is valid until it expires, at most SharedTokenTTL.
func (c *Centrifugo) DisconnectRemoved(context.Context, []int64) error { return nil }

// DisconnectAllRemoved does nothing, like DisconnectRemoved.
func (c *Centrifugo) DisconnectAllRemoved(context.Context) error { return nil }

// call calls a method of the HTTP API.
func (c *Centrifugo) call(ctx context.Context, method string, arguments any) error {
	body, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.api+method, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-API-Key", c.key)
	answer, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return err
	}
	return checkAnswer(answer.StatusCode, raw)
}

// checkAnswer returns the error in an answer. Centrifugo also answers 200 to calls that it refuses.
func checkAnswer(status int, raw []byte) error {
	if status != http.StatusOK {
		return fmt.Errorf("centrifugo answers %d", status)
	}
	var answer struct {
		Error *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return errors.New("centrifugo's answer is no JSON")
	}
	if answer.Error != nil {
		return fmt.Errorf("centrifugo refuses: %d %s", answer.Error.Code, answer.Error.Message)
	}
	return nil
}
