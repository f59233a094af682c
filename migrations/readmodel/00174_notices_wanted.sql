-- +goose Up

-- Which people of a client asked for mails of a kind that come only on demand: one row a person and kind. What is news of
-- such a kind is kept in notices_due only for a client that has a row here.
CREATE TABLE notices_wanted (
    client_id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    PRIMARY KEY (client_id, person_id, kind)
);
