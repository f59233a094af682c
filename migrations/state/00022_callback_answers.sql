-- +goose Up

-- The first kilobyte of what a receiver answered to each attempt of a callback, byte for byte. It may hold personal data, so
-- it is not in the log: rows are deleted after 30 days, and never shown after that.
CREATE TABLE state.callback_answers (
    callback_id text COLLATE "C" NOT NULL,
    attempt     integer NOT NULL,
    at          timestamptz NOT NULL,
    answer      bytea NOT NULL,
    PRIMARY KEY (callback_id, attempt)
);
CREATE INDEX callback_answers_by_time ON state.callback_answers (at);
