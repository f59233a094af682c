-- +goose Up

-- Notifications of payments that wait to be confirmed (contradiction is ''), and those that
-- contradict a payment. One that was confirmed is deleted.
CREATE TABLE payment_reports (
    transaction_id      text COLLATE "C" NOT NULL,
    key                 text COLLATE "C" NOT NULL,
    position            bigint NOT NULL,
    client_id           bigint NOT NULL,
    channel             text NOT NULL,
    provider_payment_id text NOT NULL,
    status              text NOT NULL,
    paid_amount         numeric(20, 2) NOT NULL,
    here                text NOT NULL,
    contradiction       text COLLATE "C" NOT NULL,
    at                  timestamptz NOT NULL,
    PRIMARY KEY (transaction_id, key)
);
CREATE INDEX payment_reports_to_do ON payment_reports (position) WHERE contradiction = '';
CREATE INDEX payment_reports_contradicted ON payment_reports (position) WHERE contradiction <> '';
