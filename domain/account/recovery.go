package account

import (
	"slices"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/domain/recovery"
)

// recoveryDefault is how far back a recovery looks if no pause runs and the command names no time.
const recoveryDefault = 7 * 24 * time.Hour

// Recovering lists what an end of access, or an undo, undoes: everything that the account gained since a
// given time. The account's own part is done at once; endpoints, second factors and payouts follow in their
// own streams (RecoveryFinished).
type Recovering struct {
	Since time.Time `json:"since,omitzero"`
	// Items lists what was gained, for people to read. For a person, Was is the role that the person had
	// then.
	Items recovery.Items `json:"items,omitempty"`
	// Keep is the person who asks and who keeps the own password and second factor; 0 for none.
	Keep int64 `json:"keep,omitempty"`
	// To is the address that the mail about the recovery goes to.
	To string `json:"to,omitempty"`
}

// RecoveryFinished says that the work in other streams after an end of access, or an undo, is done.
type RecoveryFinished struct {
	ClientID int64     `json:"client_id"`
	At       time.Time `json:"at"`
}

// RecoveryRestored says that the owner took back one item that a recovery had undone. Item is its ID.
type RecoveryRestored struct {
	ClientID int64     `json:"client_id"`
	Item     string    `json:"item"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// EventType is the wire name.
func (RecoveryFinished) EventType() string { return "account.recovery_finished.v1" }
func (RecoveryRestored) EventType() string { return "account.recovery_restored.v1" }

// Recovery is the last recovery of an account.
type Recovery struct {
	Recovering
	At time.Time
	By string
	// Keys are the keys that the recovery ended, as they were before.
	Keys []APIKey
	// Finished is true if nothing is left to do in other streams.
	Finished bool
	// Restored lists the IDs of the items that the owner took back.
	Restored []string
}

// HasRestored reports whether the owner took back the item with this ID.
func (r Recovery) HasRestored(item string) bool { return slices.Contains(r.Restored, item) }

// RecoverCmd undoes what an account gained.
type RecoverCmd struct {
	// Since is the start of the recovery. Zero means the start of the pause that runs, or a week ago if none
	// runs.
	Since time.Time
	// Elsewhere lists what was gained in other streams since then.
	Elsewhere recovery.Items
	// Keep is the person who asks and who keeps the own password and second factor; 0 for none.
	Keep int64
	// MasterID names the master secret of the next callback secret.
	MasterID string
	By       string
	At       time.Time
}

func (cmd RecoverCmd) check() error {
	if cmd.Since.After(cmd.At) {
		return domain.InvalidField("since", "must not be in the future")
	}
	return nil
}

// RecoverySince returns the start of a recovery for which the command names no time.
func (s State) RecoverySince(at time.Time) time.Time {
	if s.Paused(at) {
		return s.Pause.Since
	}
	return at.Add(-recoveryDefault)
}

// GainedSince returns what the account gained since the given time according to its own stream. Keys that
// have ended are left out.
func (s State) GainedSince(since, at time.Time) recovery.Items {
	return slices.DeleteFunc(s.Gained.Since(since), func(i recovery.Item) bool {
		_, works := s.findKey(at, func(k APIKey) bool { return k.ID == i.Of })
		return i.Kind == recovery.Key && !works
	})
}

// withoutEndedGains drops the gained keys that have ended.
func (s State) withoutEndedGains() State {
	held := slices.Concat(s.FormerKeys, s.RestrictedKeys)
	if s.Key != nil {
		held = append(held, *s.Key)
	}
	s.Gained = slices.DeleteFunc(slices.Clone(s.Gained), func(i recovery.Item) bool {
		return i.Kind == recovery.Key && !slices.ContainsFunc(held, func(k APIKey) bool { return k.ID == i.Of })
	})
	return s
}

// recovering lists what a recovery undoes.
func (s State) recovering(cmd RecoverCmd) Recovering {
	if cmd.Since.IsZero() {
		cmd.Since = s.RecoverySince(cmd.At)
	}
	items := append(s.GainedSince(cmd.Since, cmd.At), cmd.Elsewhere...)
	for i := range items {
		if p, ok := s.People.Find(items[i].Of); ok && (items[i].Kind == recovery.Person || items[i].Kind == recovery.Invitation) {
			items[i].Was = p.Role
		}
	}
	return Recovering{Since: cmd.Since.UTC(), Items: items, Keep: cmd.Keep}
}

// gainedPasswords returns the people whose password was set in the time that the recovery covers, except the
// person keep.
func (s State) gainedPasswords(r Recovering, keep int64) (people []int64) {
	for _, i := range r.Items {
		if i.Kind == recovery.Password && i.Of != keep {
			people = append(people, i.Of)
		}
	}
	return people
}

// recover makes the people who were gained viewers, and rotates the callback secret at once, because a thief
// may have seen it.
func (s State) recover(r Recovering, cmd RecoverCmd) []domain.Event {
	var events []domain.Event
	for _, i := range r.Items {
		p, known := s.People.Find(i.Of)
		if i.Kind != recovery.Person || !known || p.ID == s.ClientID || p.Role == person.RoleViewer {
			continue
		}
		events = append(events, person.RoleChanged{
			ClientID: s.ClientID, PersonID: p.ID, Role: person.RoleViewer, By: cmd.By, At: cmd.At,
		})
	}
	return append(events, WebhookSecretRotated{
		ClientID: s.ClientID, Generation: s.CallbackSecrets.Present().Number + 1, MasterID: cmd.MasterID, AtOnce: true, At: cmd.At,
	})
}

// withRecovery returns the state with a recovery under way.
func (s State) withRecovery(r Recovering, by string, at time.Time) State {
	next := &Recovery{Recovering: r, At: at, By: by, Keys: s.workingKeys(at), Finished: r.Since.IsZero()}
	if s.Recovery != nil { // items that an earlier recovery undid can still be taken back
		next.keepOf(*s.Recovery)
	}
	s.Recovery = next
	s = s.withoutAccess(at)
	s.Gained = slices.DeleteFunc(slices.Clone(s.Gained), func(i recovery.Item) bool {
		return i.Kind == recovery.Key || i.Kind == recovery.Invitation
	})
	return s
}

// keepOf keeps the items that an earlier recovery undid and that the owner has not taken back.
func (r *Recovery) keepOf(former Recovery) {
	r.Items = slices.Clone(r.Items)
	for _, i := range former.Items {
		if !i.Restorable() || former.HasRestored(i.ID()) {
			continue
		}
		n := slices.IndexFunc(r.Items, func(again recovery.Item) bool { return again.ID() == i.ID() })
		switch {
		case n >= 0:
			r.Items[n].Was = i.Was // the earlier recovery had made the person a viewer
		case len(r.Items) < maxRecovered:
			r.Items = append(r.Items, i)
		}
	}
	for _, k := range former.Keys {
		if !slices.ContainsFunc(r.Keys, func(other APIKey) bool { return other.ID == k.ID }) && len(r.Keys) < maxRecovered {
			r.Keys = append(r.Keys, k)
		}
	}
}

// maxRecovered limits how many items of earlier recoveries are kept.
const maxRecovered = 300

func (s State) changeRecovery(change func(*Recovery)) State {
	if s.Recovery != nil {
		next := *s.Recovery
		change(&next)
		s.Recovery = &next
	}
	return s
}

// FinishRecovery records that the last recovery is done in other streams. Nothing happens if that is recorded
// already, or if another recovery began after the one at the time of.
func FinishRecovery(s State, of, at time.Time) ([]domain.Event, error) {
	if s.Recovery == nil || s.Recovery.Finished || !s.Recovery.At.Equal(of) {
		return nil, nil
	}
	return []domain.Event{RecoveryFinished{ClientID: s.ClientID, At: at}}, nil
}

// RestoreCmd gives an owner back one thing that the last recovery undid.
type RestoreCmd struct {
	Item string
	By   string
	At   time.Time
}

// Restore decides a RestoreCmd. The caller switches an endpoint on in its own stream first. Checks:
//
//  1. recovery_item_not_found
//  2. not_restorable: the item must be made again instead; or it is a person or an invitation that is gone;
//     or it is a full key and the client has another one by now
//  3. it was restored: nothing happens
func Restore(s State, cmd RestoreCmd) ([]domain.Event, error) {
	item, err := s.RecoveryItem(cmd.Item)
	if err != nil {
		return nil, err
	}
	if s.Recovery.HasRestored(cmd.Item) {
		return nil, nil
	}
	var events []domain.Event
	switch item.Kind {
	case recovery.Endpoint:
	case recovery.Person:
		events, err = s.restorePerson(item, cmd)
	case recovery.Invitation:
		events, err = s.restoreInvitation(item, cmd)
	case recovery.Key:
		events, err = s.restoreKey(item, cmd)
	default:
		err = notRestorable("it can't be restored: make it anew")
	}
	if err != nil {
		return nil, err
	}
	return append(events, RecoveryRestored{ClientID: s.ClientID, Item: cmd.Item, By: cmd.By, At: cmd.At}), nil
}

// RecoveryItem finds an item of the last recovery. Refusal: recovery_item_not_found.
func (s State) RecoveryItem(id string) (recovery.Item, error) {
	if s.Recovery != nil {
		if item, ok := s.Recovery.Items.Find(id); ok {
			return item, nil
		}
	}
	return recovery.Item{}, domain.Refuse(domain.NotFound, "recovery_item_not_found", "the last recovery undid no such thing")
}

func notRestorable(why string) error {
	return domain.Refuse(domain.Conflict, "not_restorable", "%s", why)
}

func (s State) restorePerson(item recovery.Item, cmd RestoreCmd) ([]domain.Event, error) {
	p, known := s.People.Find(item.Of)
	if !known || p.Status != person.StatusActive {
		return nil, notRestorable("this person is gone: invite the person anew")
	}
	return person.ChangeRole(s.People, person.ChangeRoleCmd{PersonID: p.ID, Role: item.Was, By: cmd.By, At: cmd.At})
}

func (s State) restoreInvitation(item recovery.Item, cmd RestoreCmd) ([]domain.Event, error) {
	p, known := s.People.Find(item.Of)
	if !known || p.Status != person.StatusInvited {
		return nil, notRestorable("this invitation is gone: invite the person anew")
	}
	return person.Invite(s.People, person.InviteCmd{
		PersonID: p.ID, Email: p.Email, Role: item.Was, ClientName: s.Name, By: cmd.By, At: cmd.At,
	})
}

func (s State) restoreKey(item recovery.Item, cmd RestoreCmd) ([]domain.Event, error) {
	i := slices.IndexFunc(s.Recovery.Keys, func(k APIKey) bool { return k.ID == item.Of })
	if i < 0 || !s.Recovery.Keys[i].WorksAt(cmd.At) {
		return nil, notRestorable("this key has ended by time")
	}
	k := s.Recovery.Keys[i]
	switch {
	case !k.Restricted && s.Key != nil:
		return nil, notRestorable("another full key was issued since: revoke it first")
	case !k.Restricted:
		return []domain.Event{APIKeyIssued{
			ClientID: s.ClientID, KeyID: k.ID, Name: k.Name, KeyHash: k.Hash, MaskedKey: k.Masked, Allow: k.Allow, By: k.By, At: cmd.At,
		}}, nil
	case len(s.workingRestricted(cmd.At)) >= maxRestrictedKeys:
		return nil, notRestorable("there are as many restricted keys as a client may have: revoke one first")
	}
	return []domain.Event{RestrictedKeyIssued{
		ClientID: s.ClientID, KeyID: k.ID, Name: k.Name, KeyHash: k.Hash, MaskedKey: k.Masked, Scopes: k.Scopes, Allow: k.Allow,
		ExpiresAt: k.EndsAt, By: k.By, At: cmd.At,
	}}, nil
}

// recoveryMailGoodFor is the age after which a mail about a recovery is no longer sent.
const recoveryMailGoodFor = 72 * time.Hour

func (r Recovering) mails(clientID int64, at time.Time) []mail.Mail {
	if r.To == "" {
		return nil
	}
	values := map[string]string{"client_id": strconv.FormatInt(clientID, 10), "since": r.Since.UTC().Format("2006-01-02 15:04 UTC")}
	mail.List(values, r.Items.Lines())
	return []mail.Mail{{
		Kind: mail.KindRecovered, To: r.To, ClientID: clientID, At: at, Until: at.Add(recoveryMailGoodFor), Values: values,
	}}
}

// Mails implements mail.Asker: a mail that lists what was undone.
func (e AccessEnded) Mails() []mail.Mail { return e.mails(e.ClientID, e.At) }

// Mails implements mail.Asker: a mail that lists what was undone.
func (e ChangeUndone) Mails() []mail.Mail { return e.mails(e.ClientID, e.At) }

// Recovery implements recovery.Declarer. The events here give the account nothing, or give what an
// administrator decided.
func (Registered) Recovery() recovery.Change         { return recovery.Change{} }
func (Approved) Recovery() recovery.Change           { return recovery.Change{} }
func (Rejected) Recovery() recovery.Change           { return recovery.Change{} }
func (Suspended) Recovery() recovery.Change          { return recovery.Change{} }
func (Reactivated) Recovery() recovery.Change        { return recovery.Change{} }
func (SettingsChanged) Recovery() recovery.Change    { return recovery.Change{} }
func (AppAdded) Recovery() recovery.Change           { return recovery.Change{} }
func (AppFeeSet) Recovery() recovery.Change          { return recovery.Change{} }
func (AutoApprovalPaused) Recovery() recovery.Change { return recovery.Change{} }
func (EmailClaimed) Recovery() recovery.Change       { return recovery.Change{} }
func (EmailReleased) Recovery() recovery.Change      { return recovery.Change{} }
func (RecoveryFinished) Recovery() recovery.Change   { return recovery.Change{} }
func (RecoveryRestored) Recovery() recovery.Change   { return recovery.Change{} }

// Recovery implements recovery.Declarer. Only an undo (ChangeUndone) restores the profile from before a
// pause.
func (ProfileUpdated) Recovery() recovery.Change { return recovery.Change{} }

// Recovery implements recovery.Declarer. State.withoutAccess ends the access itself.
func (AccessEnded) Recovery() recovery.Change  { return recovery.Change{} }
func (ChangeUndone) Recovery() recovery.Change { return recovery.Change{} }

// Recovery implements recovery.Declarer.
func (e APIKeyIssued) Recovery() recovery.Change {
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Key, Of: e.KeyID, Label: e.Name + " " + e.MaskedKey, By: e.By, At: e.At}}
}

// Recovery implements recovery.Declarer.
func (e RestrictedKeyIssued) Recovery() recovery.Change {
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Key, Of: e.KeyID, Label: e.Name + " " + e.MaskedKey, By: e.By, At: e.At}}
}

// Recovery implements recovery.Declarer.
func (e APIKeyRevoked) Recovery() recovery.Change {
	return recovery.Change{Ends: []recovery.Item{{Kind: recovery.Key, Of: e.KeyID}}}
}

// Recovery implements recovery.Declarer.
func (e RestrictedKeyEnded) Recovery() recovery.Change {
	return recovery.Change{Ends: []recovery.Item{{Kind: recovery.Key, Of: e.KeyID}}}
}

// Recovery implements recovery.Declarer. A rotation that is part of a recovery gives nothing.
func (e WebhookSecretRotated) Recovery() recovery.Change {
	if e.AtOnce {
		return recovery.Change{Ends: []recovery.Item{{Kind: recovery.Secret}}}
	}
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Secret, At: e.At}}
}
