package lifecycle

import (
	"encoding/json"
	"net/http"

	"gateway/http/api/envelope"
)

// alive answers as the router's /healthz does.
func alive(w http.ResponseWriter) {
	write(w, http.StatusOK, envelope.Answer{Success: true, Message: "OK", Code: http.StatusOK, Data: map[string]string{"status": "alive"}})
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	write(w, status, envelope.Answer{Message: message, Code: status, Data: envelope.Problem{ErrorCode: code}})
}

func write(w http.ResponseWriter, status int, answer envelope.Answer) {
	text, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError) // never happens: the answer only has strings
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the caller may have hung up
}
