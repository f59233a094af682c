-- +goose Up

-- Documents of clients: a row for each submission. reason is why one was rejected. decided_at is when staff decided.
CREATE TABLE documents (
    id           bigint NOT NULL,
    position     bigint NOT NULL,
    client_id    bigint NOT NULL,
    kind         text COLLATE "C" NOT NULL,
    file_hash    text NOT NULL,
    file_name    text NOT NULL,
    file_type    text NOT NULL,
    file_size    bigint NOT NULL,
    file_days    bigint NOT NULL,
    submitted_by text NOT NULL,
    status       text COLLATE "C" NOT NULL,
    reason       text,
    decided_by   text,
    decided_at   timestamptz,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL
);
CREATE INDEX documents_in_order ON documents (position);
CREATE INDEX documents_by_status ON documents (status, position);
-- Lists of a client, newest first, all and by status.
CREATE INDEX documents_of_client ON documents (client_id, position);
CREATE INDEX documents_of_client_by_status ON documents (client_id, status, position);
-- How long the newest decisions took.
CREATE INDEX documents_by_decision ON documents (decided_at) INCLUDE (created_at) WHERE decided_at IS NOT NULL;

-- Made last: until the table has statistics PostgreSQL takes the newest of the indexes that begin
-- with the same column.
ALTER TABLE documents ADD PRIMARY KEY (id);

CREATE TABLE document_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
