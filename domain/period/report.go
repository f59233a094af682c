package period

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"

	"gateway/domain"
)

// Reports folds the stream of a kept report.
var Reports = domain.Aggregate[KeptReport]{Category: "audit_report", Evolve: evolveReport}

// ReportStream names the stream of the report with this hash.
func ReportStream(hash string) string { return Reports.Stream(hash) }

// Report is an audit run with its report, as a closing relied on it. Text is JSON.
type Report struct {
	Run  int64
	Kind string
	Text string
}

// Hash returns the SHA-256 of the text in hexadecimal.
func (r Report) Hash() string {
	sum := sha256.Sum256([]byte(r.Text))
	return hex.EncodeToString(sum[:])
}

// reportPart is how many bytes of a report an event has at most: as JSON in JSON they may become twice as many, and an
// append takes a million.
const reportPart = 400_000

// parts cuts the text into what the events of its stream have. No character is cut in two.
func (r Report) parts() (all []string) {
	text := r.Text
	for len(text) > reportPart {
		end := reportPart
		for !utf8.RuneStart(text[end]) {
			end--
		}
		all, text = append(all, text[:end]), text[end:]
	}
	return append(all, text)
}

// Parts returns how many events keep the report.
func (r Report) Parts() int { return len(r.parts()) }

// ReportKept keeps a part of the report of an audit run that a closing names.
type ReportKept struct {
	// Hash is the SHA-256 of the whole report in hexadecimal.
	Hash string `json:"hash"`
	Run  int64  `json:"run"`
	Kind string `json:"kind"`
	// Part counts from 1 to Parts.
	Part   int       `json:"part"`
	Parts  int       `json:"parts"`
	Report string    `json:"report"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (ReportKept) EventType() string { return "audit_report.kept.v1" }

// KeptReport is what the log has of a report.
type KeptReport struct {
	parts []string
	// whole is the number of parts of the whole report.
	whole int
}

func evolveReport(s KeptReport, event domain.Event) KeptReport {
	if e, ok := event.(ReportKept); ok {
		return KeptReport{append(s.parts[:len(s.parts):len(s.parts)], e.Report), e.Parts}
	}
	return s
}

// Text returns the report; ok is false while the log does not have all of it.
func (s KeptReport) Text() (text string, ok bool) {
	return strings.Join(s.parts, ""), s.whole > 0 && len(s.parts) == s.whole
}

// KeepReport decides that the log keeps the next part of a report, on the stream of its hash. Nothing happens once it has all
// of it.
func KeepReport(s KeptReport, r Report, at time.Time) ([]domain.Event, error) {
	parts := r.parts()
	if len(s.parts) >= len(parts) {
		return nil, nil
	}
	n := len(s.parts)
	return []domain.Event{ReportKept{
		Hash: r.Hash(), Run: r.Run, Kind: r.Kind, Part: n + 1, Parts: len(parts), Report: parts[n], At: at,
	}}, nil
}
