// Package document is the aggregate of the documents of a client: copies of the papers that say who it is, which it sends with its
// registration or later, and which staff accept or reject.
package document

import (
	"slices"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/file"
)

// Aggregate folds the streams of documents. The documents of a client are in one stream.
var Aggregate = domain.Aggregate[State]{Category: "documents", Evolve: Evolve}

// Stream names the stream of the documents of a client.
func Stream(clientID int64) string { return Aggregate.Stream(strconv.FormatInt(clientID, 10)) }

// The kinds of documents.
const (
	// NPWP is the card with the tax number.
	NPWP = "npwp"
	// NIB is the business licence with its number.
	NIB = "nib"
)

// Kinds lists the kinds of documents, in the order in which a client is asked for them.
func Kinds() []string { return []string{NPWP, NIB} }

// The statuses of a document. One that a newer one of its kind stands for is replaced.
const (
	StatusWaiting  = "waiting"
	StatusAccepted = "accepted"
	StatusRejected = "rejected"
	StatusReplaced = "replaced"
)

// Statuses lists the statuses of a document.
func Statuses() []string {
	return []string{StatusWaiting, StatusAccepted, StatusRejected, StatusReplaced}
}

// MaxInVain is how many documents a client may send of which none is accepted: their bytes are kept, and a stranger may register.
const MaxInVain = 10

// What a client that is not approved yet may hold, so that a stranger can't fill the store: files that staff have not rejected. One that
// was replaced counts, since it is kept.
const (
	MaxFilesOfStranger = 4
	// MaxBytesOfStranger is for all of them together, in bytes.
	MaxBytesOfStranger = 20 << 20
)

// State is the documents of a client.
type State struct {
	// Waiting and Accepted have the newest document of each kind, by the kind.
	Waiting, Accepted map[string]int64
	// Known has every document that was submitted.
	Known []int64
	// Held has the size of the file of every document that was not rejected, in bytes.
	Held map[int64]int64
	// InVain is how many documents were submitted since the last one was accepted.
	InVain int
}

// Submitted says that a client sent a document, which waits for staff.
type Submitted struct {
	ClientID int64 `json:"client_id"`
	// ID is drawn from the sequence `document`.
	ID   int64    `json:"document_id"`
	Kind string   `json:"kind"`
	File file.Ref `json:"file"`
	// Replaces is the document of the same kind that waited until now; 0 if none did.
	Replaces int64     `json:"replaces"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// Accepted says that staff accepted a document.
type Accepted struct {
	ClientID int64  `json:"client_id"`
	ID       int64  `json:"document_id"`
	Kind     string `json:"kind"`
	// Replaces is the document of the same kind that was accepted until now; 0 if none was.
	Replaces int64     `json:"replaces"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// Rejected says that staff rejected a document. The client may send another one.
type Rejected struct {
	ClientID int64  `json:"client_id"`
	ID       int64  `json:"document_id"`
	Kind     string `json:"kind"`
	// Reason is what the client reads.
	Reason string    `json:"reason"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (Submitted) EventType() string { return "document.submitted.v1" }
func (Accepted) EventType() string  { return "document.accepted.v1" }
func (Rejected) EventType() string  { return "document.rejected.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Submitted{}, Accepted{}, Rejected{}} }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Submitted:
		s.Waiting = with(s.Waiting, e.Kind, e.ID)
		s.Known = append(slices.Clip(s.Known), e.ID)
		s.Held = with(s.Held, e.ID, max(e.File.Size, 1))
		s.InVain++
	case Accepted:
		s.Waiting, s.Accepted, s.InVain = with(s.Waiting, e.Kind, 0), with(s.Accepted, e.Kind, e.ID), 0
	case Rejected:
		s.Waiting, s.Held = with(s.Waiting, e.Kind, 0), with(s.Held, e.ID, 0)
	}
	return s
}

// with returns a copy of the map, with another value of the key; 0 removes it.
func with[K comparable](of map[K]int64, key K, value int64) map[K]int64 {
	all := map[K]int64{}
	for k, v := range of {
		all[k] = v
	}
	if all[key] = value; value == 0 {
		delete(all, key)
	}
	return all
}

// SubmitCmd submits a document, whose file was checked.
type SubmitCmd struct {
	ClientID, ID int64
	Kind         string
	File         file.Ref
	// Stranger says that the client is not approved yet.
	Stranger bool
	By       string
	At       time.Time
}

// Submit keeps a document until staff decide. One of the same kind that waits is replaced. Checks:
//
//  1. a retry: nothing happens
//  2. invalid_field kind: none of Kinds
//  3. too_many_documents: MaxInVain were submitted, and none of them is accepted
//  4. documents_full: a stranger would hold more than MaxFilesOfStranger, or more than MaxBytesOfStranger
func Submit(s State, cmd SubmitCmd) ([]domain.Event, error) {
	if slices.Contains(s.Known, cmd.ID) {
		return nil, nil
	}
	if err := CheckKind(cmd.Kind); err != nil {
		return nil, err
	}
	if s.InVain >= MaxInVain {
		return nil, domain.Refuse(domain.Invalid, "too_many_documents", "%d documents were sent, and none is accepted yet", MaxInVain)
	}
	if cmd.Stranger && !s.hasRoomFor(cmd.File) {
		return nil, domain.Refuse(domain.Invalid, "documents_full",
			"before it is approved an account may hold at most %d files, of %d MB together", MaxFilesOfStranger, MaxBytesOfStranger>>20)
	}
	return []domain.Event{Submitted{
		ClientID: cmd.ClientID, ID: cmd.ID, Kind: cmd.Kind, File: cmd.File, Replaces: s.Waiting[cmd.Kind], By: cmd.By, At: cmd.At,
	}}, nil
}

// hasRoomFor reports whether a stranger may send the file, too.
func (s State) hasRoomFor(another file.Ref) bool {
	bytes := another.Size
	for _, size := range s.Held {
		bytes += size
	}
	return len(s.Held) < MaxFilesOfStranger && bytes <= MaxBytesOfStranger
}

// CheckKind refuses what is none of Kinds, with invalid_field kind.
func CheckKind(kind string) error {
	if !slices.Contains(Kinds(), kind) {
		return domain.UnknownCode("kind", Kinds())
	}
	return nil
}

// DecideCmd is what an administrator decides about a document.
type DecideCmd struct {
	ClientID, ID int64
	// Reason is why a document is rejected.
	Reason string
	By     string
	At     time.Time
}

// Accept accepts a document; one of its kind that was accepted before is replaced. Checks: accepted already: nothing happens;
// not_waiting.
func Accept(s State, cmd DecideCmd) ([]domain.Event, error) {
	for _, id := range s.Accepted {
		if id == cmd.ID {
			return nil, nil
		}
	}
	kind, err := s.waits(cmd.ID)
	if err != nil {
		return nil, err
	}
	return []domain.Event{Accepted{
		ClientID: cmd.ClientID, ID: cmd.ID, Kind: kind, Replaces: s.Accepted[kind], By: cmd.By, At: cmd.At,
	}}, nil
}

// Reject rejects a document. Checks: invalid_field reason: empty; not_waiting.
func Reject(s State, cmd DecideCmd) ([]domain.Event, error) {
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	kind, err := s.waits(cmd.ID)
	if err != nil {
		return nil, err
	}
	return []domain.Event{Rejected{ClientID: cmd.ClientID, ID: cmd.ID, Kind: kind, Reason: cmd.Reason, By: cmd.By, At: cmd.At}}, nil
}

// waits returns the kind of a document that waits. Refusal: not_waiting.
func (s State) waits(id int64) (kind string, err error) {
	for kind, waiting := range s.Waiting {
		if waiting == id {
			return kind, nil
		}
	}
	return "", domain.Refuse(domain.Invalid, "not_waiting", "the document does not wait for a decision")
}
