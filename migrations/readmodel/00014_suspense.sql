-- +goose Up

-- Received money that could not be credited as it came, such as a payment of another
-- amount or a second payment (API reference: Admin suspense).
CREATE TABLE suspense (
    id                  bigint PRIMARY KEY,
    position            bigint NOT NULL,
    client_id           bigint NOT NULL,
    transaction_id      text NOT NULL,
    provider_id         text NOT NULL,
    provider_payment_id text NOT NULL,
    amount              numeric(20, 2) NOT NULL,
    paid_amount         numeric(20, 2) NOT NULL,
    paid_at             timestamptz NOT NULL,
    payment_channel     text NOT NULL,
    reason              text NOT NULL,
    status              text COLLATE "C" NOT NULL,
    resolved_by         text,
    resolution          text,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    -- What the provider took back of it while it was here.
    reversed_amount     numeric(20, 2) NOT NULL DEFAULT 0,
    -- Where a refund is paid from: provider or bank; empty before one, and in events of before.
    paid_from           text NOT NULL DEFAULT ''
);
CREATE INDEX suspense_in_order ON suspense (position);
CREATE INDEX suspense_by_status ON suspense (status, position);
-- What of a client's money is under review.
CREATE INDEX suspense_open_of_client ON suspense (client_id, position) WHERE status = 'open';
-- Whether the money of a payment's report is here, or was.
CREATE INDEX suspense_of_transaction ON suspense (transaction_id);

CREATE TABLE suspense_counts (
    status text COLLATE "C" PRIMARY KEY,
    n      bigint NOT NULL
) WITH (fillfactor = 50);
