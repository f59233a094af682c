-- +goose Up

-- Reference data, filled by the projector with the defaults of the program and
-- changed by events. updated_at is NULL for what was never changed.
CREATE TABLE fee_rates (
    channel_code  text COLLATE "C" PRIMARY KEY,
    flat          numeric(20, 2) NOT NULL,
    percent       numeric(9, 4) NOT NULL,
    vat_inclusive boolean NOT NULL,
    updated_at    timestamptz
);

CREATE TABLE bank_channels (
    code       text COLLATE "C" PRIMARY KEY,
    name       text NOT NULL,
    active     boolean NOT NULL,
    updated_at timestamptz
);
