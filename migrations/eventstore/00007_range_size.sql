-- +goose Up

-- The number of positions in a range that is made from now on, in one row. The owner
-- changes it (gateway events ranges --size).
CREATE TABLE range_size (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    events   bigint NOT NULL CHECK (events BETWEEN 1 AND 1000000000)
);
INSERT INTO range_size (events) VALUES (10000000);
