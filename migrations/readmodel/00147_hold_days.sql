-- +goose Up

-- What of the money of each client is not available yet, by the business day since which it is held.
CREATE TABLE hold_days (
    client_id bigint NOT NULL,
    day       text COLLATE "C" NOT NULL,
    amount    numeric(20,2) NOT NULL,
    PRIMARY KEY (client_id, day)
) WITH (fillfactor = 50);
