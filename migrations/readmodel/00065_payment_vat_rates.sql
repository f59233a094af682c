-- +goose Up

-- The rate of VAT, in percent, that the fee of a paid payment was charged at. A void takes the fee back at this
-- rate, however much later it comes.
CREATE TABLE payment_vat_rates (
    transaction_id text COLLATE "C" PRIMARY KEY,
    vat_rate       text COLLATE "C" NOT NULL
);
