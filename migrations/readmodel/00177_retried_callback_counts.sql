-- +goose Up

-- How many callbacks of each client failed and will be attempted again. All counts are of pending ones, and retried is true: a list is
-- counted by the columns that it is searched by.
CREATE TABLE retried_callback_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    retried   boolean NOT NULL DEFAULT true,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
