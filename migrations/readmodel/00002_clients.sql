-- +goose Up

-- Clients (merchants): profile, status, password. position is that of the
-- registration and orders lists. webhook_generation counts the rotations of the
-- callback secret, and is NULL before the first. recovering: an end of access, or an undo, is not finished.
CREATE TABLE clients (
    id                         bigint PRIMARY KEY,
    position                   bigint NOT NULL,
    kode                       text NOT NULL,
    nama                       text NOT NULL,
    email                      text COLLATE "C" NOT NULL,
    pic                        text,
    no_telp_pic                text,
    email_pic                  text,
    alamat                     text,
    norek                      text,
    bank                       text,
    status                     text COLLATE "C" NOT NULL,
    has_developer              boolean NOT NULL GENERATED ALWAYS AS (status IN ('approved', 'suspended')) STORED,
    is_auto_approve_withdrawal boolean,
    auto_approval_paused_until timestamptz,
    daily_payout_cap           numeric,
    access_ended_at            timestamptz,
    recovering                 boolean NOT NULL DEFAULT false,
    password_hash              text NOT NULL,
    webhook_generation         integer,
    created_at                 timestamptz NOT NULL
);
CREATE INDEX clients_by_email ON clients (lower(email));
CREATE INDEX clients_by_phone ON clients (regexp_replace(no_telp_pic, '[^0-9]', '', 'g'));
-- The search: of a code, and of the begin of a name, character by character.
CREATE INDEX clients_by_code ON clients (kode);
CREATE INDEX clients_by_name ON clients (lower(nama) COLLATE "C");
CREATE INDEX clients_in_order ON clients (position);
CREATE INDEX clients_by_end_of_access ON clients (access_ended_at);
CREATE INDEX clients_recovering ON clients (position) WHERE recovering;
CREATE INDEX clients_by_status ON clients (status, position);

CREATE TABLE client_counts (
    status text COLLATE "C" PRIMARY KEY,
    n      bigint NOT NULL
) WITH (fillfactor = 50);
