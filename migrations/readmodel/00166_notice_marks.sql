-- +goose Up

-- The newest day, as text, for which a client was given a notice of a kind that comes at most once a day or a week; with the
-- kind 'paid', the newest day (UTC) on which a payment of the client was paid.
CREATE TABLE notice_marks (
    kind      text COLLATE "C" NOT NULL,
    client_id bigint NOT NULL,
    day       text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, client_id)
);
