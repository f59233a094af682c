-- +goose Up

-- Money that came in or went out at a connection whose fee the log does not have: neither estimated nor booked. Payments
-- leave it when they are settled. Those of the connection xendit, whose provider lists its bookings, are never in it.
-- provider_payment_id is empty for a payout. priced_by is the connection and the channel, or the word payout.
CREATE TABLE fees_to_estimate (
    connection          text COLLATE "C" NOT NULL,
    kind                text NOT NULL,
    reference           text COLLATE "C" NOT NULL,
    provider_payment_id text COLLATE "C" NOT NULL,
    channel_code        text NOT NULL,
    amount              numeric(20, 2) NOT NULL,
    value_date          timestamptz NOT NULL,
    position            bigint NOT NULL,
    priced_by           text COLLATE "C" NOT NULL,
    PRIMARY KEY (connection, kind, reference, provider_payment_id)
);
-- The to-do list of the reactor that estimates fees.
CREATE INDEX fees_to_estimate_in_order ON fees_to_estimate (priced_by, position);
