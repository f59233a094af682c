package merchantapi

import (
	"gateway/http/api/envelope"
	"gateway/http/service/proposalservice"
)

func parseProposal(body []byte) (proposalservice.Request, error) {
	r, err := envelope.Parse[ProposalRequest](body)
	return proposalservice.Request(r), err
}
