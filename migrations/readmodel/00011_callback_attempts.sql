-- +goose Up

-- Every delivery attempt of a callback.
CREATE TABLE callback_attempts (
    callback_id     text COLLATE "C" NOT NULL,
    attempt         integer NOT NULL,
    at              timestamptz NOT NULL,
    response_status integer NOT NULL,
    error           text NOT NULL,
    duration_ms     bigint NOT NULL,
    PRIMARY KEY (callback_id, attempt)
);
