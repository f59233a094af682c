-- +goose Up

-- What happened to a client's account and to its people, by whom and from where.
CREATE TABLE activity (
    client_id bigint NOT NULL,
    position  bigint NOT NULL,
    at        timestamptz NOT NULL,
    event     text NOT NULL,
    by        text NOT NULL,
    via       text,
    address   text,
    details   json NOT NULL,
    gain      text, -- what the account gained by it
    PRIMARY KEY (client_id, position)
);

CREATE TABLE activity_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
