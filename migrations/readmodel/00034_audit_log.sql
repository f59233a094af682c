-- +goose Up

-- Every event that an administrator caused (API reference: Admin audit).
CREATE TABLE audit_log (
    position    bigint PRIMARY KEY,
    booked_at   timestamptz NOT NULL,
    actor       text COLLATE "C" NOT NULL,
    approved_by text NOT NULL,          -- the second administrator, empty where none was needed
    kind        text NOT NULL,
    subject     text COLLATE "C" NOT NULL,
    client_id   bigint NOT NULL,        -- 0 for one that concerns no client
    reason      text NOT NULL,
    detail      json NOT NULL,
    request_id  text NOT NULL
);
CREATE INDEX audit_log_in_order ON audit_log (booked_at, position);
CREATE INDEX audit_log_by_actor ON audit_log (actor, booked_at, position);
CREATE INDEX audit_log_by_subject ON audit_log (subject, booked_at, position);
CREATE INDEX audit_log_by_client ON audit_log (client_id, booked_at, position);
