-- +goose Up

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
    has_developer              boolean NOT NULL GENERATED ALWAYS AS (status = 'approved') STORED,
    is_auto_approve_withdrawal boolean,
    password_hash              text NOT NULL,
    webhook_generation         integer,
    created_at                 timestamptz NOT NULL
);
CREATE INDEX clients_by_email ON clients (lower(email));
CREATE INDEX clients_in_order ON clients (position);
CREATE INDEX clients_by_status ON clients (status, position);

CREATE TABLE client_counts (
    status text COLLATE "C" PRIMARY KEY,
    n      bigint NOT NULL
) WITH (fillfactor = 50);

-- The one active key of a client (specification 5.3).
CREATE TABLE api_keys (
    client_id  bigint PRIMARY KEY,
    id         bigint NOT NULL,
    name       text NOT NULL,
    key_hash   text COLLATE "C" NOT NULL,
    masked_key text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);

CREATE TABLE apps (
    id         bigint PRIMARY KEY,
    client_id  bigint NOT NULL,
    name       text NOT NULL,
    kode       text NOT NULL,
    jenis      text NOT NULL,
    type       text NOT NULL,
    url        text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX apps_by_client ON apps (client_id, id);

CREATE TABLE app_fees (
    app_id        bigint NOT NULL,
    channel_code  text COLLATE "C" NOT NULL,
    client_id     bigint NOT NULL,
    flat          numeric(20, 2) NOT NULL,
    percent       numeric(9, 4) NOT NULL,
    vat_inclusive boolean NOT NULL,
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (app_id, channel_code)
);
