package callback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
)

// DeriveSecret gives the secret of a client's callbacks, in the form that the
// Standard Webhooks libraries take. The same arguments always give the same secret,
// so none is ever stored; the next generation has nothing in common with it.
func DeriveSecret(master []byte, clientID int64, generation int) string {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte("webhook:" + strconv.FormatInt(clientID, 10) + ":" + strconv.Itoa(generation)))
	return "whsec_" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
