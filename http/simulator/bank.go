package simulator

import (
	"net/http"
	"strings"

	"gateway/domain/bank"
)

type bankBody struct {
	Name            string `json:"name"`
	Code            string `json:"code"`
	CanDisburse     bool   `json:"can_disburse"`
	CanValidateName bool   `json:"can_name_validate"`
}

// listBanks serves GET /available_disbursements_banks.
func (s *Simulator) listBanks(*http.Request) (any, error) {
	var all []bankBody
	for _, b := range bank.All() {
		all = append(all, bankBody{Name: b.Name, Code: b.Code, CanDisburse: true, CanValidateName: true})
	}
	return all, nil
}

type vaBankBody struct {
	Name        string `json:"name"`
	Code        string `json:"code"`
	Country     string `json:"country"`
	Currency    string `json:"currency"`
	IsActivated bool   `json:"is_activated"`
}

// listVABanks serves GET /available_virtual_account_banks.
func (s *Simulator) listVABanks(*http.Request) (any, error) {
	var all []vaBankBody
	for _, code := range invoiceBanks {
		all = append(all, vaBankBody{
			Name: "Bank " + channelName(code), Code: code, Country: "ID", Currency: "IDR", IsActivated: true,
		})
	}
	return all, nil
}

type payoutChannelBody struct {
	Code     string           `json:"channel_code"`
	Category string           `json:"channel_category"`
	Currency string           `json:"currency"`
	Name     string           `json:"channel_name"`
	Limits   amountLimitsBody `json:"amount_limits"`
}

type amountLimitsBody struct {
	Minimum          int64   `json:"minimum"`
	Maximum          int64   `json:"maximum"`
	MinimumIncrement float64 `json:"minimum_increment"`
}

// listPayoutChannels serves GET /payouts_channels, with the filters of the SDK.
func (s *Simulator) listPayoutChannels(r *http.Request) (any, error) {
	q := r.URL.Query()
	all := []payoutChannelBody{}
	for _, b := range bank.All() {
		channel := payoutChannelBody{
			Code: "ID_" + b.Code, Category: "BANK", Currency: "IDR", Name: b.Name,
			Limits: amountLimitsBody{Minimum: leastPayout, Maximum: mostPayout, MinimumIncrement: 1},
		}
		isAsked := (!q.Has("currency") || q.Get("currency") == channel.Currency) &&
			(!q.Has("channel_code") || q.Get("channel_code") == channel.Code) &&
			(!q.Has("channel_category") || strings.Contains(q.Get("channel_category"), channel.Category))
		if isAsked {
			all = append(all, channel)
		}
	}
	return all, nil
}

// leastPayout and mostPayout bound a payout by BI-FAST, in rupiah.
const (
	leastPayout = 10_000
	mostPayout  = 250_000_000
)
