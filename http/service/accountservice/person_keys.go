package accountservice

import (
	"time"

	"gateway/domain/account"
)

// KeysOfPerson lists the API keys of a person who was removed, or who may now issue fewer keys.
type KeysOfPerson struct {
	// EndedKeys are the restricted keys that ended, too.
	EndedKeys []KeyName `json:"ended_keys"`
	// KeptKeys are the restricted keys that keep working.
	KeptKeys []KeyName `json:"kept_keys"`
	// FullKeys are the full key, and former ones that still work, if the person issued them. They work until
	// they are replaced or revoked, because ending them would stop everything that uses them.
	FullKeys []KeyName `json:"full_keys"`
}

// KeyName identifies an API key.
type KeyName struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	MaskedKey string `json:"masked_key"`
}

// noKeys has empty lists, so that the JSON shows [] instead of null.
func noKeys() KeysOfPerson {
	return KeysOfPerson{EndedKeys: []KeyName{}, KeptKeys: []KeyName{}, FullKeys: []KeyName{}}
}

func keysOf(s account.State, personID int64, at time.Time, end bool) KeysOfPerson {
	all := noKeys()
	for _, k := range s.KeysOf(personID, at) {
		list := &all.KeptKeys
		switch {
		case !k.Restricted:
			list = &all.FullKeys
		case end:
			list = &all.EndedKeys
		}
		*list = append(*list, KeyName{ID: k.ID, Name: k.Name, MaskedKey: k.Masked})
	}
	return all
}
