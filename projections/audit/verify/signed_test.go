package verify_test

import (
	"testing"

	"golang.org/x/mod/sumdb/tlog"
)

// The stored tree was not rebuilt, so it still has the leaf of the original event.
func TestVerifyNamesTheEventThatDiffersFromTheStoredTree(t *testing.T) {
	t.Parallel()
	const which = "position 2 (payment-INV-7-1@1, payment.paid.v1) is not the event that the stored tree has there"
	for _, c := range []struct {
		name             string
		inEvents, inTree string
		unsigned         bool
		subject, says    string
	}{
		{
			name: "an event before a checkpoint", inEvents: `UPDATE events SET data = replace(data::text, '99300', '99301')::json WHERE position = 2`,
			subject: "up to position", says: which,
		},
		{
			name: "an event after the last checkpoint", inEvents: `UPDATE events SET data = replace(data::text, '99300', '99301')::json WHERE position = 2`,
			unsigned: true, subject: "the stored tree", says: which + ": altered is one of stream, id, data, metadata, or several fields; no checkpoint tells",
		},
		{
			name: "the stored tree", inTree: `UPDATE merkle_tiles SET hashes = set_byte(hashes, 39, get_byte(hashes, 39) # 1)`,
			subject: "the stored tree", says: "the log is as it was signed, and the stored tree was altered",
		},
		{name: "nothing, and no stored tree", inTree: `TRUNCATE merkle_tiles, merkle_leaves, merkle_head`},
		{name: "nothing, and a tile is missing", inTree: `DELETE FROM merkle_tiles`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newInstallation(t)
			if c.unsigned {
				s.signed = tlog.Tree{N: 1 << 20} // a size that the log never had
			}
			if c.inEvents != "" {
				s.events.MustExec(`ALTER TABLE events DISABLE TRIGGER ALL`)
				s.events.MustExec(c.inEvents)
			}
			if c.inTree != "" {
				s.read.MustExec(c.inTree)
			}
			switch r := s.verify(t); {
			case c.says == "" && !r.OK():
				t.Errorf("%s", r)
			case c.says != "" && (!finds(r, "the one that was signed", c.says) || !finds(r, "the one that was signed", c.subject)):
				t.Errorf("does not say %q:\n%s", c.says, r)
			}
		})
	}
}
