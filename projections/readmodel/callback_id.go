package readmodel

import "encoding/hex"

func callbackID(event [16]byte) string { return hex.EncodeToString(event[:]) }
