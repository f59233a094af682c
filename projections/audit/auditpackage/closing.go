package auditpackage

import (
	"context"
	_ "embed" // the texts of the archive
	"io"
	"strconv"
	"strings"
	"time"

	"gateway/domain/period"
	"gateway/projections/notary"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
	"golang.org/x/mod/sumdb/tlog"
)

// merkleTrees is what the file of the proofs has.
type merkleTrees struct {
	Opening treeAt `json:"opening"`
	Closing treeAt `json:"closing"`
	// Edge has the roots of the full subtrees of the opening tree, largest first.
	Edge        []tlog.Hash `json:"edge"`
	Consistency []tlog.Hash `json:"consistency"`
}

type treeAt struct {
	Size int64     `json:"size"`
	Root tlog.Hash `json:"root"`
}

// writeProofs writes the key, the checkpoints at both ends of the month, and what leads from one to the other.
func (p *pack) writeProofs(context.Context) error {
	if err := p.archive.text(KeyFile, p.key.Verifier+"\n"); err != nil {
		return err
	}
	g := p.growth
	if g.Before.N > 0 {
		before, err := p.key.Checkpoint(notary.Head{Size: g.Before.N, Root: g.Before.Hash})
		if err != nil {
			return err
		}
		if err := p.archive.text(beforeFile, before); err != nil {
			return err
		}
	}
	if err := p.archive.text(afterFile, p.month.Checkpoint); err != nil {
		return err
	}
	return p.archive.json(MerkleFile, merkleTrees{
		Opening: treeAt{g.Before.N, g.Before.Hash}, Closing: treeAt{g.After.N, g.After.Hash},
		Edge: append([]tlog.Hash{}, g.Edge...), Consistency: append([]tlog.Hash{}, g.Consistency...),
	})
}

// closing is what the file of the month has. The positions of period.Closed are those of one store, and left out.
type closing struct {
	Month        string        `json:"month"`
	TimeZone     string        `json:"time_zone"`
	From         time.Time     `json:"from"`
	Until        time.Time     `json:"until"`
	EventsBefore int64         `json:"events_before"`
	Events       int64         `json:"events"`
	Hash         string        `json:"hash"`
	ClosedAt     time.Time     `json:"closed_at"`
	By           string        `json:"by"`
	ApprovedBy   string        `json:"approved_by"`
	TrialBalance []period.Line `json:"trial_balance"`
	Formula      formula       `json:"vat_formula"`
}

// formula is how the documents compute VAT: Rate percent on Part/Of of the price.
type formula struct {
	Rate       decimal.Decimal `json:"rate"`
	Part       decimal.Decimal `json:"part"`
	Of         decimal.Decimal `json:"of"`
	TaxedCode  string          `json:"taxed_code"`
	ExemptCode string          `json:"exempt_code"`
}

// writeClosing writes what the closing says, its signed statement, and what the checks before it found.
func (p *pack) writeClosing(context.Context) error {
	m, r := p.month, p.Rules
	err := p.archive.json(ClosingFile, closing{
		Month: m.Month, TimeZone: m.TimeZone, From: m.From.UTC(), Until: m.Until.UTC(), EventsBefore: m.EventsBefore, Events: m.Events,
		Hash: m.Hash, ClosedAt: m.At.UTC(), By: m.By, ApprovedBy: m.ApprovedBy, TrialBalance: m.TrialBalance,
		Formula: formula{r.Rate, r.Part, r.Of, r.TaxedCode, r.ExemptCode},
	})
	if err != nil {
		return err
	}
	out, err := p.archive.file(statementFile)
	if err != nil {
		return err
	}
	if err := WriteStatement(out, m, p.key); err != nil {
		return err
	}
	return p.writeFindings()
}

func (p *pack) writeFindings() error {
	reasons := map[string]string{}
	for _, a := range p.month.Accepted {
		reasons[a.Finding] = a.Reason
	}
	heading := []string{"row", "check", "audit_runs", "finding", "accepted_because", "report"}
	return p.archive.csv(findingsFile, heading, func(row func(...string) error) error {
		for _, c := range p.month.Checks {
			runs := make([]string, len(c.Runs))
			for i, run := range c.Runs {
				runs[i] = number(run)
			}
			if err := row("check", c.Name, strings.Join(runs, " "), "", "", ""); err != nil {
				return err
			}
			for i, hash := range c.Reports {
				if err := row("report", c.Name, runs[i], "", "", hash); err != nil {
					return err
				}
			}
			for _, finding := range c.Findings {
				if err := row("finding", c.Name, "", finding, reasons[finding], ""); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// writeAuditLog writes what administrators did in the month.
func (p *pack) writeAuditLog(context.Context) error {
	heading := []string{"leaf", "booked_at", "actor", "approved_by", "kind", "subject", "client", "reason", "request_id"}
	return p.archive.csv(auditLogFile, heading, func(row func(...string) error) error {
		for _, a := range p.scan.acts {
			client := ""
			if a.ClientID != 0 {
				client = number(a.ClientID)
			}
			err := row(number(a.leaf), a.At.UTC().Format(time.RFC3339Nano), a.Actor, a.ApprovedBy, a.Kind, a.Subject, client, a.Reason, a.RequestID)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

//go:embed verify.html
var pageFrame string

// proofMark stands in pageFrame for the script that the page shares with the portal.
const proofMark = "// proof.js\n"

var page = strings.Replace(pageFrame, proofMark, notary.ProofScript, 1)

//go:embed README.en.txt
var english string

//go:embed README.id.txt
var indonesian string

// writeWords writes the page that checks the archive, and what each file is.
func (p *pack) writeWords(context.Context) error {
	for _, file := range []struct{ name, text string }{{pageFile, page}, {englishFile, english}, {indonesianFile, indonesian}} {
		if err := p.archive.text(file.name, file.text); err != nil {
			return err
		}
	}
	return nil
}

// WriteStatement writes the statement of a closed month, a CSV file whose last row signs the others.
func WriteStatement(out io.Writer, c period.Closed, key notary.Key) error {
	signing := notary.NewSigningWriter(out)
	w := sheet.NewWriter(signing)
	if err := w.WriteAll(statementRows(c)); err != nil {
		return err
	}
	signature, err := signing.Sign(key)
	if err != nil {
		return err
	}
	last := sheet.NewWriter(out)
	return last.WriteAll([][]string{{
		"signature", signature.Format, strconv.FormatInt(signature.Lines, 10), "sha256:" + signature.SHA256, "ed25519:" + signature.Signature, "",
	}})
}

func statementRows(c period.Closed) [][]string {
	rows := [][]string{
		{"kind", "name", "opening", "debit", "credit", "closing"},
		{"month", c.Month, c.TimeZone, c.From.UTC().Format(time.RFC3339), c.Until.UTC().Format(time.RFC3339), ""},
		{"events", "", number(c.EventsBefore), "", "", number(c.Events)},
	}
	for _, l := range c.TrialBalance {
		rows = append(rows, []string{"account", l.Account, rupiah(l.Opening), rupiah(l.Debit), rupiah(l.Credit), rupiah(l.Closing)})
	}
	for _, check := range c.Checks {
		rows = append(rows, []string{"check", check.Name, "", "", "", strconv.Itoa(len(check.Findings))})
	}
	for _, a := range c.Accepted {
		rows = append(rows, []string{"accepted_finding", a.Finding, a.Reason, "", "", ""})
	}
	rows = append(rows,
		[]string{period.StatusClosed, c.By, c.ApprovedBy, c.At.UTC().Format(time.RFC3339Nano), "", ""}, []string{"hash", c.Hash, "", "", "", ""})
	for line := range strings.Lines(c.Checkpoint) {
		rows = append(rows, []string{"checkpoint", strings.TrimSuffix(line, "\n"), "", "", "", ""})
	}
	return rows
}
