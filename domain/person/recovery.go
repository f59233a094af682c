package person

import "gateway/domain/recovery"

// Recovery implements recovery.Declarer.
func (e Invited) Recovery() recovery.Change {
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Invitation, Of: e.PersonID, Label: e.Email, By: e.By, At: e.At}}
}

// Recovery implements recovery.Declarer.
func (e Joined) Recovery() recovery.Change {
	return recovery.Change{
		Gains: recovery.Item{Kind: recovery.Person, Of: e.PersonID, By: Actor(e.ClientID, e.PersonID), At: e.At},
		Ends:  []recovery.Item{{Kind: recovery.Invitation, Of: e.PersonID}},
	}
}

// Recovery implements recovery.Declarer. A viewer only reads, so becoming one gains nothing.
func (e RoleChanged) Recovery() recovery.Change {
	if e.Role == RoleViewer {
		return recovery.Change{}
	}
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Person, Of: e.PersonID, By: e.By, At: e.At}}
}

// Recovery implements recovery.Declarer.
func (e Removed) Recovery() recovery.Change {
	return recovery.Change{Ends: []recovery.Item{
		{Kind: recovery.Person, Of: e.PersonID}, {Kind: recovery.Invitation, Of: e.PersonID}, {Kind: recovery.Password, Of: e.PersonID},
	}}
}

// Recovery implements recovery.Declarer.
func (e PasswordChanged) Recovery() recovery.Change {
	return recovery.Change{Gains: recovery.Item{Kind: recovery.Password, Of: e.PersonID, By: e.By, At: e.At}}
}

// Recovery implements recovery.Declarer. A link gives nothing before a password is chosen with it.
func (ResetRequested) Recovery() recovery.Change { return recovery.Change{} }

// Recovery implements recovery.Declarer. The choice of mails gives access to nothing.
func (MailsChosen) Recovery() recovery.Change { return recovery.Change{} }
