package accountservice

import (
	"time"

	"gateway/domain/account"
)

// KeysOfPerson is what became of the API keys of a person who was removed, or who may issue less than
// before.
type KeysOfPerson struct {
	// EndedKeys are restricted keys that ended with it.
	EndedKeys []KeyName `json:"ended_keys"`
	// KeptKeys are restricted keys that were to work on.
	KeptKeys []KeyName `json:"kept_keys"`
	// FullKeys are the full key, and former ones that still work, where the person issued them. They work on
	// until they are replaced or revoked: what they are used for would stop with them.
	FullKeys []KeyName `json:"full_keys"`
}

// KeyName names an API key.
type KeyName struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	MaskedKey string `json:"masked_key"`
}

// noKeys has empty lists, which JSON shows as such.
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
