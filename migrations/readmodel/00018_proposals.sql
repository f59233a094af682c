-- +goose Up

-- Proposals that clients hand in.
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
