package wiring

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gateway/domain/catalogue"
	"gateway/domain/report"
	"gateway/domain/settlementfile"
	"gateway/eventstore"
	"gateway/http/outbound/providers"
	"gateway/http/service/ids"
	"gateway/projections/reactor/bookreactor"
	"gateway/projections/reactor/reportreactor"
)

// CheckSettlementFile refuses an unknown connection, and one whose provider lists its bookings.
func CheckSettlementFile(set *providers.Set, connection string) error {
	for _, i := range set.Info() {
		if i.Name != connection {
			continue
		}
		if set.Apart(connection) == "" && i.Lists || i.Provider == providers.Xendit {
			return fmt.Errorf("%s lists its bookings, which the gateway reads by itself: it takes no file", connection)
		}
		return nil
	}
	return fmt.Errorf("there is no connection %s; there are %s", connection, strings.Join(set.Names(), ", "))
}

// ImportSettlement takes in the rows of a settlement file (bookreactor.FileImport), with or without a running gateway. It
// refuses a log that no gateway would append to. set has the connection of the rows.
func (t *Tools) ImportSettlement(
	ctx context.Context, set *providers.Set, connection string, rows []settlementfile.ReadRow, progress func(done int),
) (result bookreactor.FileResult, err error) {
	store, err := openToAppend(ctx, t.Config, t.Databases, t.Logger)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	now := func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	finder, err := providers.Ports[reportreactor.ReceiptFinder](set)(connection)
	if err != nil {
		finder = noFinder{err}
	}
	ctx = eventstore.WithMetadata(ctx, eventstore.Metadata{
		Actor: "machine:import-settlement", RequestID: fmt.Sprintf("command-%d", time.Now().UnixNano()),
	})
	return bookreactor.FileImport{
		Reports:  &reportreactor.Reports{Log: log, IDs: ids.New(log, now), Now: now, Logger: t.Logger, Confirm: true},
		Provider: finder, Rate: t.Config.ProviderListingRate, Days: t.Calendar,
	}.Take(ctx, rows, progress)
}

// noFinder is the provider of a connection that this process can't ask.
type noFinder struct{ why error }

// FindReceipt implements reportreactor.ReceiptFinder.
func (f noFinder) FindReceipt(context.Context, report.Payment) (report.Payment, error) {
	return report.Payment{}, f.why
}
