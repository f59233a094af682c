-- +goose Up

-- How many movements lie in each thousand revisions of a client's balance stream,
-- and between which times: where in the log a page of a long history begins.
CREATE TABLE movement_blocks (
    client_id bigint NOT NULL,
    block     bigint NOT NULL,
    movements bigint NOT NULL,
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (client_id, block)
) WITH (fillfactor = 50);
