package withholdingservice_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/http/service"
	"gateway/http/service/ids"
	"gateway/http/service/state"
	"gateway/http/service/withholdingservice"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/withholdingrows"
	"gateway/test/rupiah"

	"github.com/sirupsen/logrus"
)

// late are rows that do not show a slip until they are current.
type late struct{ current bool }

func (l *late) WithholdingSlipByID(_ context.Context, id int64) (withholdingrows.Slip, error) {
	if !l.current {
		return withholdingrows.Slip{}, readtable.ErrNotFound
	}
	return withholdingrows.Slip{ID: id}, nil
}

func (*late) WithholdingSlip(context.Context, string) (withholdingrows.Slip, error) {
	return withholdingrows.Slip{}, readtable.ErrNotFound
}

func (*late) WithholdingSlipOf(context.Context, int64, string) (withholdingrows.Slip, error) {
	return withholdingrows.Slip{}, readtable.ErrNotFound
}

func (*late) FeeChargesOf(context.Context, int64, time.Time, time.Time) ([]balancerows.FeeCharge, error) {
	return nil, nil
}

type noFiles struct{}

func (noFiles) Put(context.Context, []byte) error           { return nil }
func (noFiles) Get(context.Context, string) ([]byte, error) { return nil, readtable.ErrNotFound }

// A slip that is in the log and not in the rows is no refusal: a repetition under the same key gets it, and not slip_taken.
func TestASlipThatIsNotShownYetKeepsItsKey(t *testing.T) {
	t.Parallel()
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	now := func() time.Time { return time.Date(2026, 12, 3, 4, 5, 6, 0, time.UTC) }
	log := eventstore.NewLog(storetest.NewMemory().Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	rows := &late{}
	slips := withholdingservice.Slips{
		Core: &service.Core{
			Log: log, IDs: ids.New(log, now), Now: now, Logger: logrus.NewEntry(logger),
			Presence: state.PresenceIn("g", func(string) bool { return true }),
		},
		Files: noFiles{}, Rows: rows, Rules: balance.SlipRules{Rate: rupiah.Of("2"), NumberLength: 9},
	}
	submit := func() (service.Created, error) {
		ctx := eventstore.WithMetadata(t.Context(), eventstore.Metadata{Actor: "client:7"})
		return slips.Submit(ctx, service.Creation{ClientID: 7, Key: "a", BodyHash: "b"}, withholdingservice.Request{
			Number: "25004WOBY", Period: "2026-11", Date: "2026-12-01", Gross: rupiah.Of("1000"), Tax: rupiah.Of("20"),
			FileName: "slip.pdf", Content: []byte("%PDF-1.4\n%%EOF\n"),
		})
	}
	if _, err := submit(); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Fatal(err)
	}
	rows.current = true
	created, err := submit()
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := eventstore.Load(t.Context(), log, balance.Aggregate, balance.Stream(7))
	answer, _ := json.Marshal(created.Data)
	if err != nil || len(b.Slips) != 1 || !strings.HasPrefix(string(answer), fmt.Sprintf(`{"id":%d,`, b.Slips[0].ID)) {
		t.Errorf("%s of %+v, %v", answer, b.Slips, err)
	}
}
