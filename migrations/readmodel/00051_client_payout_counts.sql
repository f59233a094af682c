-- +goose Up

-- How many withdrawals and settlements (kind) each client has. payout_counts has those of all
-- clients together: a sum over clients would cost the more the more there are.
CREATE TABLE client_payout_counts (
    client_id bigint NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, kind, status)
) WITH (fillfactor = 50);
