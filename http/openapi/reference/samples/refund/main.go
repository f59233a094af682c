// Command refund gives a payment back, and waits until the customer's money is on its way.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

type refund struct {
	ID             int64
	Status, Method string
	SucceededAt    string `json:"succeeded_at"`
	FailureCode    string `json:"failure_code"`
}

// call sends a request until the gateway has answered it: the same key makes the same refund.
func call(method, path, key, body string) (r refund) {
	for wait := time.Second; ; wait *= 2 {
		request, err := http.NewRequest(method, os.Getenv("API")+path, strings.NewReader(body))
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set("X-API-Key", os.Getenv("API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", key)
		response, err := http.DefaultClient.Do(request)
		if err == nil && response.StatusCode < 500 {
			answer := struct {
				Message string
				Data    json.RawMessage
			}{}
			err = json.NewDecoder(response.Body).Decode(&answer)
			response.Body.Close()
			if err == nil && response.StatusCode >= 400 {
				log.Fatal("refused: ", answer.Message)
			}
			if err == nil && json.Unmarshal(answer.Data, &r) == nil {
				return r
			}
		}
		time.Sleep(wait)
	}
}

func main() {
	body, _ := json.Marshal(map[string]string{"transaction_id": os.Getenv("TRANSACTION_ID"), "reason": "requested_by_customer"})
	r := call("POST", "/refunds", "refund-"+os.Getenv("TRANSACTION_ID"), string(body))
	for r.Status == "pending" || r.Status == "processing" { // pending: a person has to approve it first
		time.Sleep(time.Second)
		r = call("GET", fmt.Sprint("/refunds/", r.ID), "", "")
	}
	fmt.Println(r.Status, r.Method, r.SucceededAt, r.FailureCode)
	if r.Status != "succeeded" {
		os.Exit(1)
	}
}
