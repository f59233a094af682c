-- +goose Up

-- What changed the balances of each client, line by line of a statement, summed from the first event
-- to the end of an hour in which such a movement was booked. client_id 0 has the sums of all clients. The
-- sum of a period that begins and ends at full hours is the difference of two rows. vat_rate is the text of
-- the rate of VAT that the fees were charged at, in percent; empty for movements without a fee. What a refund
-- costs has the rate of its own event.
CREATE TABLE hourly_sums (
    client_id bigint NOT NULL,
    line      text COLLATE "C" NOT NULL,
    vat_rate  text COLLATE "C" NOT NULL,
    hour      timestamptz NOT NULL,
    count     bigint NOT NULL,
    gross     numeric(20,2) NOT NULL,
    fee       numeric(20,2) NOT NULL,
    vat       numeric(20,2) NOT NULL,
    net       numeric(20,2) NOT NULL,
    PRIMARY KEY (client_id, line, vat_rate, hour)
) WITH (fillfactor = 70);
