-- +goose Up

-- The people of clients, each with a login once the invitation is accepted. The login that
-- registered a client has the client's id.
CREATE TABLE people (
    id         bigint PRIMARY KEY,
    client_id  bigint NOT NULL,
    email      text COLLATE "C" NOT NULL,
    role       text COLLATE "C" NOT NULL,
    status     text COLLATE "C" NOT NULL,
    second_factor boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL
);
CREATE INDEX people_of_client ON people (client_id, id);
CREATE INDEX people_by_email ON people (lower(email)) WHERE status = 'active';
