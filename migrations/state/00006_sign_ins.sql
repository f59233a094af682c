-- +goose Up

-- From where accounts signed in, for the limits of failed logins: an address that an
-- account signed in from within 30 days is not delayed by failures elsewhere. Neither the
-- account nor the address is stored, only the SHA-256 of both together.
CREATE TABLE state.sign_ins (
    account_and_network bytea PRIMARY KEY,
    at                  timestamptz NOT NULL
);
CREATE INDEX sign_ins_by_time ON state.sign_ins (at);
