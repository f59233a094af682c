-- +goose Up

-- Who was to pay, as the client said it: one row for each payment with a name or a telephone number. It is the only place of the read
-- models that has them, so that an erasure is one row. phone is in the form of E.164 where it is a telephone number.
CREATE TABLE payment_customers (
    id        bigint PRIMARY KEY,
    client_id bigint NOT NULL,
    position  bigint NOT NULL,
    name      text NOT NULL,
    phone     text COLLATE "C" NOT NULL
);
-- The search of administrators, newest first.
CREATE INDEX payment_customers_by_phone ON payment_customers (phone, position) WHERE phone <> '';
