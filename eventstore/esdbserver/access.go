package esdbserver

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

const (
	allStream      = "$all"
	settingsStream = "$settings" // its newest event has the default access lists
)

// action is what a call wants to do with a stream.
type action int

const (
	actRead action = iota
	actWrite
	actDelete
)

// accessList names the users and groups that may do something with a stream. A missing list leaves the
// decision to the defaults.
type accessList struct {
	Read          roles `json:"$r"`
	Write         roles `json:"$w"`
	Delete        roles `json:"$d"`
	ReadMetadata  roles `json:"$mr"`
	WriteMetadata roles `json:"$mw"`
}

// roles is a list of users and groups: in JSON, one text or several.
type roles []string

// UnmarshalJSON implements json.Unmarshaler.
func (r *roles) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*r = roles{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(r))
}

// of returns the list for an action, nil if there is none.
func (l *accessList) of(a action, onMetadata bool) roles {
	switch {
	case l == nil:
		return nil
	case a == actRead && onMetadata:
		return l.ReadMetadata
	case a == actRead:
		return l.Read
	case onMetadata:
		return l.WriteMetadata
	case a == actDelete:
		return l.Delete
	default:
		return l.Write
	}
}

// authorize returns errAccessDenied unless the call's user may do this with the stream. Without Options.Users
// everybody may do everything.
func (s *Server) authorize(ctx context.Context, a action, stream string) error {
	if s.options.Users == nil {
		return nil
	}
	user, _ := ctx.Value(userKey{}).(*User)
	switch {
	case user == nil, stream == allStream && a != actRead:
		return errAccessDenied
	case user.has(RoleAdmins):
		return nil
	}
	allowed, err := s.allowed(ctx, a, stream)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(allowed, user.has) {
		return errAccessDenied
	}
	return nil
}

// allowed returns the roles that may do this with the stream: from the stream's own metadata, or else from
// the settings, or else the protocol's default.
func (s *Server) allowed(ctx context.Context, a action, stream string) (roles, error) {
	base, onMetadata := strings.CutPrefix(stream, metadataPrefix)
	var own struct {
		List *accessList `json:"$acl"`
	}
	if err := s.readNewestInto(ctx, metadataPrefix+base, &own); err != nil {
		return nil, err
	}
	if r := own.List.of(a, onMetadata); r != nil {
		return r, nil
	}
	var settings struct {
		User   *accessList `json:"$userStreamAcl"`
		System *accessList `json:"$systemStreamAcl"`
	}
	if err := s.readNewestInto(ctx, settingsStream, &settings); err != nil {
		return nil, err
	}
	list, byDefault := settings.User, RoleAll
	if strings.HasPrefix(base, "$") {
		list, byDefault = settings.System, RoleAdmins
	}
	if r := list.of(a, onMetadata); r != nil {
		return r, nil
	}
	return roles{byDefault}, nil
}

// readNewestInto decodes the data of a stream's newest event. Invalid data counts as empty.
func (s *Server) readNewestInto(ctx context.Context, stream string, into any) error {
	newest, err := s.readNewest(ctx, stream, 1)
	if err == nil && len(newest) > 0 {
		_ = json.Unmarshal(contentOf(newest[0]).Data, into)
	}
	return err
}
