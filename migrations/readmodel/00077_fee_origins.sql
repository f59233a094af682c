-- +goose Up

-- When what may be returned was charged, and at which rate of VAT: a credit of a payment, a payout, or the fee of a
-- refund by transfer.
CREATE TABLE fee_origins (
    name     text COLLATE "C" PRIMARY KEY,
    charged  timestamptz NOT NULL,
    vat_rate text COLLATE "C" NOT NULL
);
