-- +goose Up

-- The banks, and which are active. Filled with defaults as fee_rates is.
CREATE TABLE bank_channels (
    code       text COLLATE "C" PRIMARY KEY,
    name       text NOT NULL,
    active     boolean NOT NULL,
    updated_at timestamptz
);
