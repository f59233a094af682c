-- +goose Up

-- Fee rates that an app has instead of those of fee_rates.
CREATE TABLE app_fees (
    app_id        bigint NOT NULL,
    channel_code  text COLLATE "C" NOT NULL,
    client_id     bigint NOT NULL,
    flat          numeric(20, 2) NOT NULL,
    percent       numeric(9, 4) NOT NULL,
    vat_inclusive boolean NOT NULL,
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (app_id, channel_code)
);
