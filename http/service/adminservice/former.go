package adminservice

import (
	"context"
	"fmt"
	"strings"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/http/service"
)

// formerPage is the number of events per read.
const formerPage = 1_000

// adoptFormer adds to the staff the administrators of a log that an older program version wrote. Each of them
// had a separate stream, admin-<SHA-256 of the address>, which nothing reads any more, so they could not log
// in and the first one was created a second time. It reads the whole log, and only while the staff is empty.
func (a Admins) adoptFormer(ctx context.Context) error {
	s, err := a.staff(ctx)
	if err != nil || len(s.Admins) > 0 {
		return err
	}
	former, err := a.formerAdmins(ctx)
	if err != nil || len(former) == 0 {
		return err
	}
	_, err = a.execute(ctx, func(s admin.State) (events []domain.Event, _ error) {
		for _, created := range former {
			created.Reason, created.By = "had a stream of its own in a former version", service.Actor(ctx)
			next, err := admin.Create(s, admin.CreateCmd(created))
			if err != nil {
				return nil, err
			}
			for _, e := range next {
				s = admin.Evolve(s, e)
			}
			events = append(events, next...)
		}
		return events, nil
	})
	return err
}

// formerAdmins returns the administrators with separate streams, in the order of their creation, each with
// the current password.
func (a Admins) formerAdmins(ctx context.Context) (all []admin.Created, err error) {
	byStream := make(map[string]int)
	for after := (eventstore.Position{}); ; {
		page, err := a.Log.Store().ReadAll(ctx, after, formerPage)
		if err != nil {
			return nil, fmt.Errorf("look for administrators of a former version: %w", err)
		}
		if len(page) == 0 {
			return all, nil
		}
		after = page[len(page)-1].Position
		for _, r := range page {
			if !strings.HasPrefix(r.Stream, admin.Aggregate.Stream("")) || r.Stream == admin.Stream {
				continue
			}
			decoded, err := a.Log.Decode(r)
			if err != nil {
				return nil, fmt.Errorf("look for administrators of a former version: %w", err)
			}
			switch e := decoded.Event.(type) {
			case admin.Created:
				byStream[r.Stream] = len(all)
				all = append(all, e)
			case admin.PasswordChanged:
				if n, known := byStream[r.Stream]; known {
					all[n].PasswordHash = e.PasswordHash
				}
			}
		}
	}
}
