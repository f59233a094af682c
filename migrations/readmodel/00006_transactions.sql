-- +goose Up

-- Payments and recorded transactions. position is that of the creating event. Lists are
-- ordered by created_at, which the API shows and filters by, and then by position. Columns are NULL until their value is known. metadata and
-- transaction_log are json, not jsonb, so that the bytes go back as they came.
CREATE TABLE transactions (
    id              bigint PRIMARY KEY,
    position        bigint NOT NULL,
    client_id       bigint NOT NULL,
    app_id          bigint,
    transaction_id  text COLLATE "C" NOT NULL,
    external_id     text COLLATE "C",
    channel         text COLLATE "C" NOT NULL,
    channel_code    text COLLATE "C",
    total           numeric(20, 2) NOT NULL,
    fee             numeric(20, 2),
    vat             numeric(20, 2),
    net_payment     numeric(20, 2),
    status          text COLLATE "C" NOT NULL,
    paid_amount     numeric(20, 2),
    paid_at         timestamptz,
    late            boolean,
    expires_at      timestamptz,
    metadata        json NOT NULL,
    transaction_log json NOT NULL,
    -- By which connection to a provider its money came, and before that, which one was asked for it last. NULL for a
    -- recorded one.
    connection      text COLLATE "C",
    provider_id     text COLLATE "C",
    opened_at       timestamptz,
    va_number       text COLLATE "C",
    bank_code       text,
    qr_string       text,
    pay_url         text,
    deeplink        text,
    invoice_url     text,
    -- How much money of it is in suspense: the number of items that are not decided, their
    -- sum, and when the last of the money that ever was in suspense came.
    open_suspense   integer NOT NULL DEFAULT 0,
    suspended_amount numeric(20, 2) NOT NULL DEFAULT 0,
    suspended_at    timestamptz,
    -- What was taken back of the money that the client was credited with, and each reversal,
    -- oldest first.
    reversed_amount numeric(20, 2) NOT NULL DEFAULT 0,
    reversals       jsonb NOT NULL DEFAULT '[]',
    -- Of a chain: the older payment that this one replaces, and the newest that replaced it.
    replaces        text COLLATE "C",
    replaced_by     text COLLATE "C",
    -- The payment that it replaces is not told yet.
    to_replace      boolean,
    -- The provider is to be told that the payment ended before its time.
    to_close        boolean,
    created_at      timestamptz NOT NULL,
    -- The business day of created_at.
    day             text COLLATE "C" NOT NULL,
    -- The bank or wallet that it was created for. NULL for an invoice, also a paid one, and a recorded transaction.
    code_asked      text COLLATE "C",
    updated_at      timestamptz NOT NULL
) WITH (fillfactor = 50);

-- No index has a column that changes when a payment is paid, settled or expires: such an update then
-- writes no index (HOT), where the page has room.

-- Lists, newest first: all, by channel. created_at is in them so that `from` and `to` bound the part
-- of the index that is read, id so that the ids of a page are found on the index alone, however many
-- rows come before it, and connection because a list filtered by it reads all entries of some days.
CREATE INDEX transactions_of_client ON transactions (client_id, created_at, position) INCLUDE (id, channel, connection);
CREATE INDEX transactions_of_client_by_channel ON transactions (client_id, channel, created_at, position) INCLUDE (id, connection, code_asked);
-- Lookups. A recorded transaction_id is unique per client only.
CREATE INDEX transactions_by_transaction_id ON transactions (transaction_id);
-- A search reads a range of it: the references that begin with what is searched for.
CREATE INDEX transactions_by_external_id ON transactions (client_id, external_id, position) WHERE external_id IS NOT NULL;
CREATE INDEX transactions_by_provider_id ON transactions (provider_id) WHERE provider_id IS NOT NULL;
-- A customer who asks about a transfer knows the number.
CREATE INDEX transactions_by_va_number ON transactions (va_number) WHERE va_number IS NOT NULL;
-- To-do lists of reactors. They are empty when nothing is left to do.
CREATE INDEX transactions_to_replace ON transactions (id) WHERE to_replace;
CREATE INDEX transactions_to_close ON transactions (id) WHERE to_close;

CREATE TABLE transaction_counts (
    client_id bigint NOT NULL,
    channel   text COLLATE "C" NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, channel, status)
) WITH (fillfactor = 50);
