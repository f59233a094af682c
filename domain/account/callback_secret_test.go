package account

import "testing"

func TestAReplacedCallbackSecretSignsBesideTheNewOne(t *testing.T) {
	t.Parallel()
	s := Evolve(State{}, Registered{ClientID: 7, MasterID: "m0", At: noon})
	events, err := RotateCallbackSecret(s, "m1", noon)
	if err != nil {
		t.Fatal(err)
	}
	s = Evolve(s, events[0])
	if now := s.CallbackSecrets.Present(); now.Number != 1 || now.MasterID != "m1" || len(s.CallbackSecrets.SigningAt(noon)) != 2 {
		t.Errorf("%+v", s.CallbackSecrets)
	}
	if _, err := RotateCallbackSecret(State{}, "m", noon); err == nil {
		t.Error("a client that does not exist has a secret")
	}
}
