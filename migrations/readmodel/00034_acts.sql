-- +goose Up

-- Acts of administrators (API reference: Admin audit): every event that one caused.
CREATE TABLE acts (
    position    bigint PRIMARY KEY,
    booked_at   timestamptz NOT NULL,
    actor       text COLLATE "C" NOT NULL,
    approved_by text NOT NULL,          -- the second administrator, empty where none was needed
    kind        text NOT NULL,
    subject     text COLLATE "C" NOT NULL,
    client_id   bigint NOT NULL,        -- 0 for an act that concerns no client
    reason      text NOT NULL,
    detail      json NOT NULL,
    request_id  text NOT NULL
);
CREATE INDEX acts_in_order ON acts (booked_at, position);
CREATE INDEX acts_by_actor ON acts (actor, booked_at, position);
CREATE INDEX acts_by_subject ON acts (subject, booked_at, position);
CREATE INDEX acts_by_client ON acts (client_id, booked_at, position);
