package soak

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"

	"gateway/test/installation"
)

// staff returns a step that sends a request as an administrator.
func (w *work) staff(method, path string, body any) func(context.Context, installation.Merchant) error {
	return func(ctx context.Context, _ installation.Merchant) error {
		return succeeded(w.load.Admin.Retry(ctx, method, path, body))
	}
}

// approve approves one of the waiting payouts, if there is one. A second approval of the same payout at the
// same time is refused.
func (w *work) approve(kind string) func(context.Context, installation.Merchant) error {
	return func(ctx context.Context, _ installation.Merchant) error {
		a, err := w.load.Admin.Retry(ctx, http.MethodGet, "/admin/"+kind+"?status=pending&per_page=50", nil)
		if err := succeeded(a, err); err != nil {
			return err
		}
		var waiting []struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(a.Data, &waiting); err != nil || len(waiting) == 0 {
			return err
		}
		path := fmt.Sprintf("/admin/%s/%d/approve", kind, waiting[rand.IntN(len(waiting))].ID)
		a, err = w.load.Admin.Retry(ctx, http.MethodPost, path, nil)
		if err == nil && a.Status >= http.StatusMultipleChoices && a.Status != http.StatusBadRequest && a.Status != http.StatusConflict {
			err = fmt.Errorf("POST %s: %s", path, a)
		}
		return err
	}
}
