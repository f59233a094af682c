-- +goose Up

-- What happened at each connection to a provider, by the hour in which the events were booked. The row of 1970 has the
-- sums of all hours. asked are the creations of payments that it was asked for. Of these opened are those that it
-- answered with a payment, refusals those that it refused, and made_nothing those that it certainly did not make, so
-- that another connection was asked. paid and settled are the payments whose money came there, paid_out the payouts that
-- it completed, and fees what it charged, with VAT, less what it gave back.
CREATE TABLE connection_hours (
    connection      text COLLATE "C" NOT NULL,
    hour            timestamptz NOT NULL,
    asked           bigint NOT NULL,
    opened          bigint NOT NULL,
    refusals        bigint NOT NULL,
    made_nothing    bigint NOT NULL,
    paid            bigint NOT NULL,
    paid_amount     numeric(20,2) NOT NULL,
    settled         bigint NOT NULL,
    settled_amount  numeric(20,2) NOT NULL,
    paid_out        bigint NOT NULL,
    paid_out_amount numeric(20,2) NOT NULL,
    fees            numeric(20,2) NOT NULL,
    PRIMARY KEY (connection, hour)
) WITH (fillfactor = 70);
