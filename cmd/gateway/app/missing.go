package app

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/projections/engine"
)

// buildAgainAfter is the pause after a build of the missing read models that failed, or that another
// process does.
const buildAgainAfter = time.Second

// buildMissing builds the read models where there are none, as after the loss of their database. No
// instance is ready before. After an error that may pass it tries again; after another, as that of a model
// that can't apply an event, the engine builds what is missing, and halts the model at the event. The
// reactors begin after it, since most of them wait for the read models, and posting would read the whole log
// beside the build.
func (a *App) buildMissing(ctx context.Context) {
	for ctx.Err() == nil {
		began := time.Now()
		err := a.rebuildQueue.BuildMissing(ctx)
		if err == nil {
			if took := time.Since(began); took > time.Second {
				a.logger.WithField("seconds", int(took.Seconds())).Info("the read models were missing and have been built from the log")
			}
			return
		}
		if ctx.Err() != nil {
			return
		}
		a.logger.WithError(err).Warn("the read models are missing and could not be built")
		refusal, refused := errors.AsType[*domain.Refusal](err)
		underWay := refused && refusal.Code == "rebuild_under_way"
		if _, poison := errors.AsType[*engine.PoisonError](err); poison || !underWay && !engine.Transient(err) {
			return
		}
		select {
		case <-time.After(buildAgainAfter):
		case <-ctx.Done():
		}
	}
}
