// Command ogen does what a merchant's program does, with the client that ogen generates from the OpenAPI 3.0.3
// form into the folder client. ogen's client refuses an answer that does not fit the description.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"clients/ogen/client"
)

// key is the credential. The operations here take no other one.
type key string

func (k key) ApiKey(context.Context, client.OperationName) (client.ApiKey, error) {
	return client.ApiKey{APIKey: string(k)}, nil
}

func (key) ClientToken(context.Context, client.OperationName) (client.ClientToken, error) {
	return client.ClientToken{}, fmt.Errorf("there is no token")
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := run(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println("ogen: ok")
}

func run(ctx context.Context) error {
	api, err := client.NewClient(os.Getenv("API_URL"), key(os.Getenv("API_KEY")))
	if err != nil {
		return err
	}
	answer, err := api.CreateVAPayment(ctx, &client.VAPaymentRequest{
		Amount: 20_000_001, BankCode: client.VABankMANDIRI, CustomerName: "Budi Santoso", ExternalID: client.NewOptOrderReference("OGEN-1"),
	}, client.CreateVAPaymentParams{IdempotencyKey: client.NewOptString("ogen-1")})
	if err != nil {
		return err
	}
	created, ok := answer.(*client.CreateVAPaymentCreatedHeaders)
	if !ok || created.Response.Data.VaNumber == "" || created.Response.Data.Transaction.Total != 20_000_001 {
		return fmt.Errorf("created: %+v", answer)
	}
	id := created.Response.Data.Transaction.TransactionID
	if err := pay(ctx, api, id); err != nil {
		return err
	}
	return read(ctx, api, id)
}

func pay(ctx context.Context, api *client.Client, id string) error {
	answer, err := api.SandboxPayPayment(ctx, client.OptSandboxPayRequest{}, client.SandboxPayPaymentParams{TransactionID: id})
	if err != nil {
		return err
	}
	if _, ok := answer.(*client.SandboxPayPaymentOKHeaders); !ok {
		return fmt.Errorf("pay: %+v", answer)
	}
	for {
		answer, err := api.GetPaymentStatus(ctx, client.GetPaymentStatusParams{ID: id})
		if err != nil {
			return err
		}
		now, ok := answer.(*client.GetPaymentStatusOKHeaders)
		if !ok {
			return fmt.Errorf("status: %+v", answer)
		}
		if now.Response.Data.Status == client.PaymentStatusPAID {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func read(ctx context.Context, api *client.Client, id string) error {
	answer, err := api.GetBalance(ctx)
	if balance, ok := answer.(*client.GetBalanceOKHeaders); err != nil || !ok || balance.Response.Data.ClientID == 0 {
		return fmt.Errorf("balance: %v %+v", err, answer)
	}
	page, err := api.ListTransactions(ctx, client.ListTransactionsParams{PerPage: client.NewOptInt32(5)})
	if list, ok := page.(*client.ListTransactionsOKHeaders); err != nil || !ok || list.Response.Meta.Total < 1 || len(list.Response.Data) < 1 {
		return fmt.Errorf("list: %v %+v", err, page)
	}
	unknown, err := api.GetPaymentStatus(ctx, client.GetPaymentStatusParams{ID: id + "0"})
	if refused, ok := unknown.(*client.NotFoundHeaders); err != nil || !ok || refused.Response.Data.ErrorCode != client.NotFoundDataErrorCodeNotFound {
		return fmt.Errorf("an unknown payment: %v %+v", err, unknown)
	}
	return nil
}
