-- +goose Up

-- Refunds that merchants asked for. The status is requested until the balance has held the money, and undone if it had too
-- little; neither is shown.
CREATE TABLE refunds (
    id              bigint NOT NULL,
    position        bigint NOT NULL,
    client_id       bigint NOT NULL,
    external_id     text COLLATE "C" NOT NULL,
    transaction_id  text COLLATE "C" NOT NULL,
    payment_id      text COLLATE "C" NOT NULL,
    amount          numeric(20, 2) NOT NULL,
    fee             numeric(20, 2) NOT NULL,
    method          text COLLATE "C" NOT NULL,
    status          text COLLATE "C" NOT NULL,
    reason          text COLLATE "C" NOT NULL,
    note            text,
    to_account      json NOT NULL,
    failure_code    text,
    failure_message text,
    metadata        json NOT NULL,
    approval        text COLLATE "C",
    connection      text COLLATE "C" NOT NULL,
    paid_by         text COLLATE "C",
    channel_code    text COLLATE "C" NOT NULL,
    reference       text COLLATE "C",
    attempts        bigint,
    submitted_at    timestamptz,
    provider_id     text COLLATE "C",
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    succeeded_at    timestamptz
);
CREATE INDEX refunds_in_order ON refunds (position);
CREATE INDEX refunds_by_status ON refunds (status, position);
-- Lists of a client, newest first, all and by status.
CREATE INDEX refunds_of_client ON refunds (client_id, created_at, position) INCLUDE (id, status);
CREATE INDEX refunds_of_client_by_status ON refunds (client_id, status, created_at, position) INCLUDE (id);
CREATE INDEX refunds_by_external_id ON refunds (client_id, external_id, position);
CREATE INDEX refunds_of_transaction ON refunds (transaction_id, position);
CREATE INDEX refunds_by_provider_id ON refunds (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX refunds_of_payment ON refunds (payment_id) WHERE provider_id IS NULL;
CREATE INDEX refunds_to_do ON refunds (position) WHERE status IN ('requested', 'processing');
ALTER TABLE refunds ADD PRIMARY KEY (id);

CREATE TABLE refund_counts (
    status text COLLATE "C" NOT NULL,
    n      bigint NOT NULL,
    PRIMARY KEY (status)
) WITH (fillfactor = 50);
