package account

import (
	"maps"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/person"
	"gateway/domain/pricing"
	"gateway/domain/secret"
)

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	s.Gained = s.Gained.With(event)
	switch e := event.(type) {
	case Registered:
		return State{
			Exists: true, ClientID: e.ClientID, Code: e.Code, Status: StatusPending,
			Profile: Profile{Name: e.Name, Email: e.Email}, CallbackSecrets: secret.Generations{{MasterID: e.MasterID}},
			People: person.Registered(e.ClientID, e.Email, e.PasswordHash),
		}
	case Approved:
		s.Status = StatusApproved
	case Rejected:
		s.Status = StatusRejected
	case Suspended:
		s.Status = StatusSuspended
	case Reactivated:
		s.Status = StatusApproved
	case ProfileUpdated:
		s.Profile, s.People = e.Profile, s.People.WithOwnerEmail(e.Email)
		s.HadBankAccount = s.HadBankAccount || e.AccountNumber != "" && e.Bank != ""
	case SettingsChanged:
		s.AutoApproveWithdrawal, s.DailyPayoutCap, s.DailyRefundCap = e.AutoApproveWithdrawal, e.DailyPayoutCap, e.DailyRefundCap
	case AutoApprovalPaused:
		s.Pause = s.Pause.with(e)
	case AccessEnded:
		s.People = s.People.WithoutPasswords(e.VoidPasswords)
		s = s.withRecovery(e.Recovering, e.By, e.At)
	case ChangeUndone:
		s.AccountNumber, s.Bank, s.Email = e.AccountNumber, e.Bank, e.Email
		s.People = s.People.WithOwnerEmail(e.Email).WithoutPasswords(e.VoidPasswords)
		s = s.withRecovery(e.Recovering, person.ByLink, e.At)
	case RecoveryFinished:
		s = s.changeRecovery(func(r *Recovery) { r.Finished = true })
	case RecoveryRestored:
		s = s.changeRecovery(func(r *Recovery) { r.Restored = append(slices.Clip(r.Restored), e.Item) })
	case AppAdded:
		s.Apps = append(slices.Clip(s.Apps),
			App{ID: e.ID, Name: e.Name, Code: e.Code, Category: e.Category, Type: e.Type, URL: e.URL})
	case AppFeeSet:
		s.Apps = withFee(s.Apps, e)
	case APIKeyIssued:
		s = s.withFullKey(e).withoutEndedGains()
	case APIKeyRevoked:
		s = s.withoutKey(e.KeyID)
	case RestrictedKeyIssued:
		s = s.withRestrictedKey(e)
	case RestrictedKeyEnded:
		s.RestrictedKeys = without(s.RestrictedKeys, e.KeyID)
	case WebhookSecretRotated:
		s.CallbackSecrets = s.CallbackSecrets.Rotated(secret.Generation{Number: e.Generation, MasterID: e.MasterID}, e.At, e.AtOnce)
	default:
		s.People = person.Evolve(s.People, event)
	}
	return s
}

// withoutAccess ends every API key, every session and every link.
func (s State) withoutAccess(at time.Time) State {
	s.Key, s.FormerKeys, s.RestrictedKeys = nil, nil, nil
	s.People = s.People.WithoutAccess()
	s.AccessEndedAt = at
	return s
}

func withFee(apps []App, e AppFeeSet) []App {
	apps = slices.Clone(apps)
	for i := range apps {
		if apps[i].ID != e.AppID {
			continue
		}
		overridden := maps.Clone(apps[i].Fees)
		if overridden == nil {
			overridden = map[string]pricing.Rate{}
		}
		overridden[e.ChannelCode] = pricing.Rate{Flat: e.Flat, Percent: e.Percent, VATInclusive: e.VATInclusive}
		apps[i].Fees = overridden
	}
	return apps
}
