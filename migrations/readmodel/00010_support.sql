-- +goose Up

-- Support: what clients ask, the replies of both sides, and what they propose.
CREATE TABLE tickets (
    id          bigint PRIMARY KEY,
    position    bigint NOT NULL,
    client_id   bigint NOT NULL,
    subject     text NOT NULL,
    description text NOT NULL,
    category    text COLLATE "C" NOT NULL,
    priority    text COLLATE "C" NOT NULL,
    status      text COLLATE "C" NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
-- A client's own lists and an administrator's, newest first, all and by status.
CREATE INDEX tickets_in_order ON tickets (position);
CREATE INDEX tickets_by_status ON tickets (status, position);
CREATE INDEX tickets_of_client ON tickets (client_id, position);
CREATE INDEX tickets_of_client_by_status ON tickets (client_id, status, position);

CREATE TABLE ticket_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);

CREATE TABLE ticket_replies (
    ticket_id  bigint NOT NULL,
    position   bigint NOT NULL,
    id         bigint NOT NULL,
    message    text NOT NULL,
    is_admin   boolean NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (ticket_id, position)
);

CREATE TABLE proposals (
    id         bigint PRIMARY KEY,
    position   bigint NOT NULL,
    client_id  bigint NOT NULL,
    nama       text NOT NULL,
    perusahaan text,
    email      text NOT NULL,
    whatsapp   text,
    deskripsi  text NOT NULL,
    status     text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX proposals_in_order ON proposals (position);
CREATE INDEX proposals_by_status ON proposals (status, position);

CREATE TABLE proposal_counts (
    status text COLLATE "C" PRIMARY KEY,
    n      bigint NOT NULL
) WITH (fillfactor = 50);
