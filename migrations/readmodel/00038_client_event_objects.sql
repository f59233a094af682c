-- +goose Up

-- The newest state of each object that an entry may show, from which the next entry is made.
CREATE TABLE client_event_objects (
    kind  text COLLATE "C" NOT NULL,
    id    bigint NOT NULL,
    state json NOT NULL,
    PRIMARY KEY (kind, id)
) WITH (fillfactor = 70);
