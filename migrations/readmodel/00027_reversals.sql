-- +goose Up

-- Money that was taken back after it was paid: posted, or waiting for its money or for
-- the provider's books, or for a person who says which money it was (undecided), or in
-- contradiction to its payment (API reference: Money taken
-- back). position is that of the first event and orders lists.
CREATE TABLE reversals (
    transaction_id      text COLLATE "C" NOT NULL,
    reversal_id         text COLLATE "C" NOT NULL,
    position            bigint NOT NULL,
    client_id           bigint NOT NULL,
    kind                text NOT NULL,
    amount              numeric(20, 2) NOT NULL,
    suspense_id         bigint NOT NULL,
    reason              text NOT NULL,
    by                  text NOT NULL,
    provider_payment_id text NOT NULL,
    status              text COLLATE "C" NOT NULL,
    contradiction       text NOT NULL,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    PRIMARY KEY (transaction_id, reversal_id)
);
CREATE INDEX reversals_in_order ON reversals (position);
CREATE INDEX reversals_by_id ON reversals (reversal_id, position);
CREATE INDEX reversals_by_status ON reversals (status, position);

CREATE TABLE reversal_counts (
    status text COLLATE "C" PRIMARY KEY,
    n      bigint NOT NULL
) WITH (fillfactor = 50);
