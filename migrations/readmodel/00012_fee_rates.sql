-- +goose Up

-- The fee of each channel. The projector inserts the program's defaults before the
-- first event; updated_at is NULL for a default that was never changed.
CREATE TABLE fee_rates (
    channel_code  text COLLATE "C" PRIMARY KEY,
    flat          numeric(20, 2) NOT NULL,
    percent       numeric(9, 4) NOT NULL,
    vat_inclusive boolean NOT NULL,
    updated_at    timestamptz
);
