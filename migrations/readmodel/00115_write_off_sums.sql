-- +goose Up

-- How many write-offs there are by status, what they are in rupiah, and what came back of them.
CREATE TABLE write_off_sums (
    status    text COLLATE "C" PRIMARY KEY,
    n         bigint NOT NULL,
    amount    numeric(20, 2) NOT NULL,
    recovered numeric(20, 2) NOT NULL
) WITH (fillfactor = 50);
