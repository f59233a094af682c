package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// event is a line of events.ndjson.
type event struct {
	Leaf     int64  `json:"leaf"`
	Version  int    `json:"version"`
	BookedAt string `json:"booked_at"`
	Type     string `json:"type"`
	Hash     string `json:"hash"`
	Charge   *struct {
		TransactionID string          `json:"transaction_id"`
		Fee           decimal.Decimal `json:"fee"`
		VAT           decimal.Decimal `json:"vat"`
		VATRate       decimal.Decimal `json:"vat_rate"`
	} `json:"charge"`
	Stream   string `json:"stream"`
	Revision int64  `json:"revision"`
	ID       string `json:"id"`
	Data     string `json:"data"`
	Metadata string `json:"metadata"`
}

// hash returns the hash of the leaf.
func (e event) hash() []byte {
	if e.Hash != "" {
		raw, _ := base64.StdEncoding.DecodeString(e.Hash)
		return raw
	}
	b := fmt.Appendf([]byte{0}, "gateway-event/v%d\n%s\n%d\n%s\n%s\n", e.Version, e.Stream, e.Revision, e.ID, e.Type)
	if e.Version == 2 {
		b = fmt.Appendf(b, "%s\n", e.BookedAt)
	}
	b = fmt.Appendf(b, "%d\n%s\n%s", len(e.Data), e.Data, e.Metadata)
	sum := sha256.Sum256(b)
	return sum[:]
}

func node(left, right []byte) []byte {
	sum := sha256.Sum256(append(append([]byte{1}, left...), right...))
	return sum[:]
}

// tree is the right edge of a growing tree: the roots of its full subtrees, largest first.
type tree struct {
	size int64
	edge [][]byte
}

func (t *tree) add(leaf []byte) {
	for n := t.size; n&1 == 1; n >>= 1 {
		last := len(t.edge) - 1
		leaf, t.edge = node(t.edge[last], leaf), t.edge[:last]
	}
	t.edge, t.size = append(t.edge, leaf), t.size+1
}

func (t *tree) root() []byte {
	if t.size == 0 {
		sum := sha256.Sum256(nil)
		return sum[:]
	}
	root := t.edge[len(t.edge)-1]
	for i := len(t.edge) - 2; i >= 0; i-- {
		root = node(t.edge[i], root)
	}
	return root
}

// signedTree is a tree that the file of the proofs names.
type signedTree struct {
	Size int64  `json:"size"`
	Root []byte `json:"root"`
}

// checkTree checks that the tree of the first events grew to the signed tree by the events of the archive, and returns these.
func (f files) checkTree(r *report, n note) (events []event) {
	var m struct {
		Opening, Closing signedTree
		Edge             [][]byte
		Consistency      [][]byte
	}
	if err := json.Unmarshal(f["merkle.json"], &m); err != nil {
		r.fail("merkle.json: %v", err)
		return nil
	}
	t := tree{m.Opening.Size, m.Edge}
	if m.Opening.Size > 0 {
		f.checkpoint(r, n, "checkpoint-opening.txt", m.Opening)
		r.holds("the edge of the opening tree has as many hashes as its size has bits", bits.OnesCount64(uint64(t.size)) == len(t.edge))
		r.holds("the edge is not that of the opening tree", len(t.edge) > 0 && bytes.Equal(t.root(), m.Opening.Root))
		r.holds("the closing tree does not go on from the opening one", goesOn(m.Opening, m.Closing, m.Consistency))
	}
	f.checkpoint(r, n, "checkpoint-closing.txt", m.Closing)
	lines := bufio.NewScanner(bytes.NewReader(f["events.ndjson"]))
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			r.fail("events.ndjson: %v", err)
			return events
		}
		if e.Leaf != t.size {
			r.fail("events.ndjson has leaf %d where leaf %d must be", e.Leaf, t.size)
		}
		t.add(e.hash())
		events = append(events, e)
	}
	r.text("the number of events", strconv.FormatInt(t.size, 10), strconv.FormatInt(m.Closing.Size, 10))
	r.holds("the events are not those that were signed: their root is "+base64.StdEncoding.EncodeToString(t.root()), bytes.Equal(t.root(), m.Closing.Root))
	return events
}

// checkpoint checks a signed checkpoint against a tree.
func (f files) checkpoint(r *report, n note, name string, t signedTree) {
	lines := n.open(f[name])
	want := []string{"payment-gateway-log", strconv.FormatInt(t.Size, 10), base64.StdEncoding.EncodeToString(t.Root)}
	r.text(name, strings.Join(lines, " "), strings.Join(want, " "))
}

// goesOn checks a proof of consistency (RFC 9162, 2.1.4.2).
func goesOn(earlier, later signedTree, path [][]byte) bool {
	if bits.OnesCount64(uint64(earlier.Size)) == 1 {
		path = append([][]byte{earlier.Root}, path...)
	}
	if earlier.Size == later.Size {
		return bytes.Equal(earlier.Root, later.Root)
	}
	if len(path) == 0 {
		return false
	}
	at, last := earlier.Size-1, later.Size-1
	for at&1 == 1 {
		at, last = at>>1, last>>1
	}
	before, after := path[0], path[0]
	for _, p := range path[1:] {
		if last == 0 {
			return false
		}
		if at&1 == 1 || at == last {
			before, after = node(p, before), node(p, after)
			for at != 0 && at&1 == 0 {
				at, last = at>>1, last>>1
			}
		} else {
			after = node(after, p)
		}
		at, last = at>>1, last>>1
	}
	return last == 0 && bytes.Equal(before, earlier.Root) && bytes.Equal(after, later.Root)
}
