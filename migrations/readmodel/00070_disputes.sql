-- +goose Up

-- Disputes of customers. evidence is the last answer of the merchant, and answers has all of them, oldest first.
CREATE TABLE disputes (
    id                  bigint NOT NULL,
    position            bigint NOT NULL,
    client_id           bigint NOT NULL,
    transaction_id      text COLLATE "C" NOT NULL,
    payment_id          text NOT NULL,
    provider_dispute_id text COLLATE "C" NOT NULL,
    connection          text COLLATE "C" NOT NULL,
    channel_code        text NOT NULL,
    amount              numeric(20, 2) NOT NULL,
    reason              text NOT NULL,
    opened_by           text NOT NULL,
    status              text COLLATE "C" NOT NULL,
    due_by              timestamptz NOT NULL,
    evidence            json,
    answered_at         timestamptz,
    answers             jsonb NOT NULL DEFAULT '[]',
    reversal_id         text,
    reminded            boolean,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL
);
CREATE INDEX disputes_in_order ON disputes (position);
CREATE INDEX disputes_by_status ON disputes (status, position);
-- Lists of a client, newest first, all and by status.
CREATE INDEX disputes_of_client ON disputes (client_id, position);
CREATE INDEX disputes_of_client_by_status ON disputes (client_id, status, position);
-- What must be answered, the most urgent first.
CREATE INDEX disputes_due ON disputes (due_by, position) WHERE status = 'needs_response';
CREATE INDEX disputes_due_of_client ON disputes (client_id, due_by, position) WHERE status = 'needs_response';
-- Of one payment, and by the provider's id.
CREATE INDEX disputes_by_transaction ON disputes (transaction_id, position);
CREATE INDEX disputes_by_provider_id ON disputes (provider_dispute_id);

-- Made last: until the table has statistics PostgreSQL takes the newest of the indexes that begin
-- with the same column.
ALTER TABLE disputes ADD PRIMARY KEY (id);

CREATE TABLE dispute_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
