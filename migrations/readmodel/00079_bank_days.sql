-- +goose Up

-- What files of the bank say of an account on a day (API reference: Admin bank).
CREATE TABLE bank_days (
    account     text COLLATE "C" NOT NULL,
    day         text COLLATE "C" NOT NULL,
    position    bigint NOT NULL,
    format      text NOT NULL,
    source      text NOT NULL,
    opening     numeric(20, 2) NOT NULL,
    closing     numeric(20, 2) NOT NULL,
    by          text NOT NULL,
    imported_at timestamptz NOT NULL,
    PRIMARY KEY (account, day)
);
CREATE INDEX bank_days_by_day ON bank_days (day, account);
