package realtime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"gateway/domain/realtime"
	"io"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// callTimeout bounds one call. A message that is late is worth little.
	callTimeout = 5 * time.Second
	// callsAtOnce bounds the calls under way.
	callsAtOnce = 8
	// maxAnswer is more than Centrifugo ever says to a call.
	maxAnswer = 16 << 10
)

// Centrifugo publishes through an external Centrifugo, whose clients it does not
// know. It is safe for concurrent use.
type Centrifugo struct {
	api, key string
	http     *http.Client
}

// NewCentrifugo makes a client of the server at base, such as
// http://centrifugo:8000, with the key of its HTTP API.
func NewCentrifugo(base, key string) *Centrifugo {
	return &Centrifugo{
		api: strings.TrimSuffix(base, "/") + "/api/", key: key,
		http: &http.Client{
			Timeout:       callTimeout,
			Transport:     &http.Transport{MaxIdleConnsPerHost: callsAtOnce, IdleConnTimeout: time.Minute},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Close closes the connections that are kept open.
func (c *Centrifugo) Close() { c.http.CloseIdleConnections() }

// Listened is always true: who listens is not known here.
func (c *Centrifugo) HasListeners(string) bool { return true }

// Publish sends the messages, those of one channel in their order. A channel ends at
// its first failure, the others go on; the error is the first one.
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
	g.SetLimit(callsAtOnce)
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

type publication struct {
	Channel string          `json:"channel"`
	Data    json.RawMessage `json:"data"`
}

type disconnection struct {
	User string `json:"user"`
}

// Cut ends the clients' connections, and tells them not to come back, as Centrifugo
// does where no other reason is given. It knows their tokens alone: who comes back all
// the same is let in until those expire. The error is the first one.
func (c *Centrifugo) Disconnect(ctx context.Context, clientIDs []int64) error {
	var g errgroup.Group
	g.SetLimit(callsAtOnce)
	for _, id := range clientIDs {
		g.Go(func() error {
			if err := c.call(ctx, "disconnect", disconnection{user(id)}); err != nil {
				return fmt.Errorf("disconnect client %d: %w", id, err)
			}
			return nil
		})
	}
	return g.Wait()
}

func (c *Centrifugo) call(ctx context.Context, method string, what any) error {
	body, err := json.Marshal(what)
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
	return understood(answer.StatusCode, raw)
}

// understood reads the answer: Centrifugo says 200 to what it refuses, too.
func understood(status int, raw []byte) error {
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
