-- +goose Up

-- The bank accounts of the profile of each client, in the order in which they were set; the first one is not a change.
CREATE TABLE bank_account_changes (
    client_id bigint NOT NULL,
    position  bigint NOT NULL,
    account   text NOT NULL,    -- bank and number
    at        timestamptz NOT NULL,
    PRIMARY KEY (client_id, position)
);
