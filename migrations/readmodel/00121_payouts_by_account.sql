-- +goose Up

-- The search of administrators: payouts by the digits of the bank account that they go to, newest first. The index repeats what the
-- table has. A payout's account never changes, so that only its creation writes this index.
CREATE INDEX payouts_by_account ON payouts ((regexp_replace(norek, '[^0-9]', '', 'g')), position);
