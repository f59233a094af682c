-- +goose Up

-- Lines that the bank has announced and not booked: those of the newest day of each account.
CREATE TABLE bank_pending (
    id         text COLLATE "C" PRIMARY KEY,
    position   bigint NOT NULL,
    account    text COLLATE "C" NOT NULL,
    day        text COLLATE "C" NOT NULL,
    amount     numeric(20, 2) NOT NULL,
    text       text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX bank_pending_in_order ON bank_pending (position);
CREATE INDEX bank_pending_of_account ON bank_pending (account);
