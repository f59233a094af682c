-- +goose Up

-- What the payments that were created on a business day are now: how many they are, how many of them are paid, and what
-- was paid for these. Recorded transactions are not in it. The rows are sums of three kinds: of a client's payments by
-- channel and by the bank or wallet that was asked for (bank is empty for an invoice); of all of a client, with an empty
-- channel; and of all clients by connection, with client_id -1. within_N counts the paid ones whose customer paid less than
-- N seconds after the creation, and no less than the N before; later counts the others.
CREATE TABLE payment_days (
    client_id     bigint NOT NULL,
    day           text COLLATE "C" NOT NULL,
    channel       text COLLATE "C" NOT NULL,
    bank          text COLLATE "C" NOT NULL,
    connection    text COLLATE "C" NOT NULL,
    created       bigint NOT NULL,
    paid          bigint NOT NULL,
    amount        numeric(20,2) NOT NULL,
    within_30     bigint NOT NULL,
    within_60     bigint NOT NULL,
    within_120    bigint NOT NULL,
    within_300    bigint NOT NULL,
    within_600    bigint NOT NULL,
    within_1800   bigint NOT NULL,
    within_3600   bigint NOT NULL,
    within_21600  bigint NOT NULL,
    within_86400  bigint NOT NULL,
    later         bigint NOT NULL,
    PRIMARY KEY (client_id, day, channel, bank, connection)
) WITH (fillfactor = 50);
-- The clients of a period.
CREATE INDEX payment_days_of_clients ON payment_days (day, client_id) WHERE channel = '' AND client_id <> -1;
