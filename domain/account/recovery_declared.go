package account

import "gateway/domain/recovery"

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
