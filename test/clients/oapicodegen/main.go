// Command oapicodegen does what a merchant's program does, with the client that oapi-codegen generates into the
// folder client.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"clients/oapicodegen/client"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := run(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println("oapi-codegen: ok")
}

func run(ctx context.Context) error {
	api, err := client.NewClientWithResponses(os.Getenv("API_URL"), client.WithRequestEditorFn(
		func(_ context.Context, r *http.Request) error {
			r.Header.Set("X-API-Key", os.Getenv("API_KEY"))
			return nil
		}))
	if err != nil {
		return err
	}
	order, key := "OAPI-1", "oapi-1"
	created, err := api.CreateEWalletPaymentWithResponse(ctx, &client.CreateEWalletPaymentParams{IdempotencyKey: &key}, client.EWalletPaymentRequest{
		Amount: 19_999_999, ChannelCode: client.EWalletDANA, ExternalId: &order,
	})
	if err != nil {
		return err
	}
	if created.JSON201 == nil || created.JSON201.Data.PayUrl == "" || created.JSON201.Data.Transaction.Total != 19_999_999 {
		return fmt.Errorf("created: %s", created.Body)
	}
	id := created.JSON201.Data.Transaction.TransactionId
	if err := pay(ctx, api, id); err != nil {
		return err
	}
	return read(ctx, api, id)
}

func pay(ctx context.Context, api *client.ClientWithResponses, id string) error {
	paid, err := api.SandboxPayPaymentWithResponse(ctx, id, client.SandboxPayRequest{})
	if err != nil || paid.JSON200 == nil {
		return fmt.Errorf("pay: %v %s", err, paid.Body)
	}
	for {
		now, err := api.GetPaymentStatusWithResponse(ctx, id)
		if err != nil || now.JSON200 == nil {
			return fmt.Errorf("status: %v", err)
		}
		if now.JSON200.Data.Status == client.PaymentStatusPAID {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func read(ctx context.Context, api *client.ClientWithResponses, id string) error {
	balance, err := api.GetBalanceWithResponse(ctx)
	if err != nil || balance.JSON200 == nil || balance.JSON200.Data.ClientId == 0 {
		return fmt.Errorf("balance: %v", err)
	}
	few := int32(5)
	list, err := api.ListTransactionsWithResponse(ctx, &client.ListTransactionsParams{PerPage: &few})
	if err != nil || list.JSON200 == nil || list.JSON200.Meta.Total < 1 || len(list.JSON200.Data) < 1 {
		return fmt.Errorf("list: %v", err)
	}
	unknown, err := api.GetPaymentStatusWithResponse(ctx, id+"0")
	if err != nil || unknown.JSON404 == nil || unknown.JSON404.Data.ErrorCode != "not_found" {
		return fmt.Errorf("an unknown payment: %v", err)
	}
	return nil
}
