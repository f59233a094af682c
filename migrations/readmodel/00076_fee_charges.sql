-- +goose Up

-- The fees of each client by the hour in which they were charged. booked is the hour of the movement: later than charged
-- where a fee was returned, or returned and then charged again. A fee invoice sums what was charged in its month, whenever
-- it was returned. vat_rate is as in hourly_sums.
CREATE TABLE fee_charges (
    client_id bigint NOT NULL,
    vat_rate  text COLLATE "C" NOT NULL,
    charged   timestamptz NOT NULL,
    booked    timestamptz NOT NULL,
    fee       numeric(20,2) NOT NULL,
    vat       numeric(20,2) NOT NULL,
    PRIMARY KEY (client_id, charged, booked, vat_rate)
) WITH (fillfactor = 70);
CREATE INDEX fee_charges_in_order ON fee_charges (charged);
