-- +goose Up

-- Withdrawals and settlements (kind). tujuan is set for settlements only.
CREATE TABLE payouts (
    kind             text COLLATE "C" NOT NULL,
    id               bigint NOT NULL,
    position         bigint NOT NULL,
    client_id        bigint NOT NULL,
    external_id      text COLLATE "C" NOT NULL,
    jumlah           numeric(20, 2) NOT NULL,
    biaya_penarikan  numeric(20, 2) NOT NULL,
    total            numeric(20, 2) NOT NULL,
    status           text COLLATE "C" NOT NULL,
    by               text NOT NULL,
    url              text,
    tujuan           text,
    bank             text NOT NULL,
    norek            text NOT NULL,
    account_holder   text NOT NULL,
    di_transfer_oleh text,
    transfer_at      timestamptz,
    reason           text,
    manual           boolean,
    submitted_at     timestamptz,
    -- The connection to a provider that is asked for the transfer. NULL where none was.
    connection       text COLLATE "C",
    provider_id      text,
    unknown          boolean,
    unknown_reason   text,
    reference        text,
    provider_api     text,
    attempts         bigint,
    reported         boolean,
    contradiction    text,
    found_id         text,
    found_reference  text,
    -- Who asked, as events name the actor; the API key that was used, and the network that the request came from. NULL where
    -- it was not recorded.
    asked_by         text,
    asked_key        bigint,
    asked_from       text,
    -- When an administrator approved or rejected it.
    decided_at       timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL
);
CREATE INDEX payouts_in_order ON payouts (kind, position);
CREATE INDEX payouts_by_status ON payouts (kind, status, position);
-- Lists of a client, newest first, all and by status. created_at is in them so that `from` and
-- `to` bound the part of the index that is read, and id so that the ids of a page are found on the
-- index alone.
CREATE INDEX payouts_of_client ON payouts (client_id, kind, created_at, position) INCLUDE (id);
CREATE INDEX payouts_of_client_by_status ON payouts (client_id, kind, status, created_at, position) INCLUDE (id);
CREATE INDEX payouts_by_external_id ON payouts (client_id, kind, external_id, position);
-- What a client was paid before, for the signs of risk, on the index alone.
CREATE INDEX payouts_done ON payouts (client_id, kind, created_at, position) INCLUDE (jumlah, bank, norek) WHERE status = 'completed';
-- How long decisions take.
CREATE INDEX payouts_decided ON payouts (kind, decided_at) INCLUDE (created_at) WHERE decided_at IS NOT NULL;
-- The search.
CREATE INDEX payouts_by_provider_id ON payouts (provider_id) WHERE provider_id IS NOT NULL;
-- The newest of a connection.
CREATE INDEX payouts_by_connection ON payouts (connection, kind, position) WHERE connection IS NOT NULL;
CREATE INDEX payouts_unknown ON payouts (position) WHERE unknown;
CREATE INDEX payouts_contradicted ON payouts (position) WHERE contradiction IS NOT NULL;
CREATE INDEX payouts_to_do ON payouts (position) WHERE status = 'processing' AND manual IS NOT TRUE OR reported;

-- Made last: until the table has statistics PostgreSQL takes the newest of the indexes that begin
-- with the same column, and an older one would have it read all payouts of a kind.
ALTER TABLE payouts ADD PRIMARY KEY (kind, id);

CREATE TABLE payout_counts (
    kind   text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    n      bigint NOT NULL,
    PRIMARY KEY (kind, status)
) WITH (fillfactor = 50);
