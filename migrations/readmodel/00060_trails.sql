-- +goose Up

-- Where in the log the events about a subject are that have no stream of its own: those of a
-- payout in its client's balance, the requests for approvals about it, and notifications that
-- were refused, by the reference and the provider's id that they name; those of a withholding
-- slip and the corrections of its month; and write-offs.
CREATE TABLE trails (
    subject  text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    stream   text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (subject, position)
);
