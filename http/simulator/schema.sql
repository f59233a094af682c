CREATE SCHEMA IF NOT EXISTS state;

-- The source of VA numbers.
CREATE SEQUENCE IF NOT EXISTS state.simulator_va_numbers;

CREATE TABLE IF NOT EXISTS state.simulator_payments (
    id            text PRIMARY KEY,
    product       text NOT NULL,
    external_id   text NOT NULL,
    channel_code  text NOT NULL,
    amount        numeric NOT NULL,
    status        text NOT NULL,
    name          text NOT NULL,
    token         text NOT NULL,
    success_url   text NOT NULL,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz,
    payment_id    text NOT NULL DEFAULT '',
    paid_amount   numeric NOT NULL DEFAULT 0,
    paid_with     text NOT NULL DEFAULT '',
    paid_at       timestamptz,
    second_charge boolean NOT NULL DEFAULT false,
    voided_at     timestamptz,
    methods       text NOT NULL DEFAULT '',
    phone         text NOT NULL DEFAULT '',
    failure_url   text NOT NULL DEFAULT '',
    customer      text NOT NULL DEFAULT ''
);
ALTER TABLE state.simulator_payments
    ADD COLUMN IF NOT EXISTS failure_url text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS customer text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS void_status text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX IF NOT EXISTS simulator_payments_external_id
    ON state.simulator_payments (external_id) WHERE NOT second_charge AND product IN ('qris', 'invoice');
CREATE INDEX IF NOT EXISTS simulator_payments_by_external_id ON state.simulator_payments (external_id, created_at);
CREATE INDEX IF NOT EXISTS simulator_payments_expiry
    ON state.simulator_payments (expires_at) WHERE status = 'PENDING' AND product = 'invoice';

CREATE TABLE IF NOT EXISTS state.simulator_disbursements (
    id                  text PRIMARY KEY,
    api                 text NOT NULL,
    idempotency_key     text,
    external_id         text NOT NULL,
    amount              numeric NOT NULL,
    bank_code           text NOT NULL,
    account_holder_name text NOT NULL,
    account_number      text NOT NULL,
    description         text NOT NULL,
    status              text NOT NULL,
    failure_code        text NOT NULL,
    plan                text NOT NULL,
    due_at              timestamptz,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    UNIQUE (api, idempotency_key)
);
CREATE INDEX IF NOT EXISTS simulator_disbursements_external_id ON state.simulator_disbursements (external_id);
CREATE INDEX IF NOT EXISTS simulator_disbursements_due
    ON state.simulator_disbursements (due_at) WHERE due_at IS NOT NULL;

-- The provider's books: each payment that was made, second ones too, each payout, each refund and
-- chargeback, and the gateway's own money.
CREATE TABLE IF NOT EXISTS state.simulator_transactions (
    seq                bigserial PRIMARY KEY,
    id                 text NOT NULL UNIQUE,
    type               text NOT NULL,
    product_id         text NOT NULL,
    reference_id       text NOT NULL,
    channel_category   text NOT NULL,
    channel_code       text NOT NULL,
    account_identifier text NOT NULL,
    status             text NOT NULL,
    cashflow           text NOT NULL,
    settlement_status  text,
    settles_at         timestamptz,
    amount             numeric NOT NULL,
    fee                numeric NOT NULL,
    fee_vat            numeric NOT NULL,
    fee_status         text NOT NULL,
    -- The product_id of the payment that a refund or chargeback takes back.
    reverses           text NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS simulator_transactions_in_order ON state.simulator_transactions (created_at, seq);
CREATE INDEX IF NOT EXISTS simulator_transactions_updated ON state.simulator_transactions (updated_at);
CREATE INDEX IF NOT EXISTS simulator_transactions_product ON state.simulator_transactions (product_id);
CREATE INDEX IF NOT EXISTS simulator_transactions_reference ON state.simulator_transactions (reference_id);
CREATE INDEX IF NOT EXISTS simulator_transactions_unsettled
    ON state.simulator_transactions (settles_at) WHERE settlement_status = 'PENDING';

CREATE TABLE IF NOT EXISTS state.simulator_refunds (
    id             text PRIMARY KEY,
    charge_id      text NOT NULL,
    external_id    text NOT NULL,
    channel_code   text NOT NULL,
    amount         numeric NOT NULL,
    capture_amount numeric NOT NULL,
    reason         text NOT NULL,
    created_at     timestamptz NOT NULL
);
ALTER TABLE state.simulator_refunds
    ADD COLUMN IF NOT EXISTS product text NOT NULL DEFAULT 'ewallet',
    ADD COLUMN IF NOT EXISTS status text NOT NULL DEFAULT 'SUCCEEDED',
    ADD COLUMN IF NOT EXISTS failure_code text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS reference_id text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS idempotency_key text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS plan text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS due_at timestamptz,
    ADD COLUMN IF NOT EXISTS updated_at timestamptz;
CREATE UNIQUE INDEX IF NOT EXISTS simulator_refunds_key
    ON state.simulator_refunds (product, idempotency_key) WHERE idempotency_key <> '';
CREATE INDEX IF NOT EXISTS simulator_refunds_external_id ON state.simulator_refunds (external_id, created_at);
CREATE INDEX IF NOT EXISTS simulator_refunds_due ON state.simulator_refunds (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS simulator_refunds_charge ON state.simulator_refunds (charge_id, created_at);

CREATE TABLE IF NOT EXISTS state.simulator_disputes (
    id            text PRIMARY KEY,
    charge_id     text NOT NULL,
    external_id   text NOT NULL,
    amount        numeric NOT NULL,
    reason        text NOT NULL,
    status        text NOT NULL,
    -- The product_id of the chargeback in the books; empty before it.
    chargeback_id text NOT NULL,
    due_at        timestamptz NOT NULL,
    created_at    timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS simulator_disputes_charge ON state.simulator_disputes (charge_id);

-- The outcome that a tester gave for a payout that has not arrived yet.
CREATE TABLE IF NOT EXISTS state.simulator_orders (
    external_id  text PRIMARY KEY,
    status       text NOT NULL,
    failure_code text NOT NULL
);

-- Notifications are kept: they are the record of payments into virtual accounts and QR codes.
CREATE TABLE IF NOT EXISTS state.simulator_notifications (
    id              bigserial PRIMARY KEY,
    kind            text NOT NULL,
    external_id     text NOT NULL,
    body            json NOT NULL,
    attempts        bigint NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL,
    delivered_at    timestamptz
);
CREATE INDEX IF NOT EXISTS simulator_notifications_external_id ON state.simulator_notifications (external_id, id);
CREATE INDEX IF NOT EXISTS simulator_notifications_payment_id
    ON state.simulator_notifications ((body->>'payment_id')) WHERE kind = 'va';
CREATE INDEX IF NOT EXISTS simulator_notifications_waiting
    ON state.simulator_notifications (next_attempt_at, id) WHERE delivered_at IS NULL;
