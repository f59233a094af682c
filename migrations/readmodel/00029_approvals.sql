-- +goose Up

-- Acts that need a second administrator, decided or not (API reference: Admin approvals).
-- The columns from decided_by on are NULL until their value is known.
CREATE TABLE approvals (
    id          bigint PRIMARY KEY,
    position    bigint NOT NULL,
    kind        text COLLATE "C" NOT NULL,
    what        text NOT NULL,
    subject     text COLLATE "C" NOT NULL,
    amount      numeric(20, 2),
    by          text COLLATE "C" NOT NULL,
    reason      text NOT NULL,
    status      text COLLATE "C" NOT NULL,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    decided_by  text,
    decision    text,
    decided_at  timestamptz,
    finished_at timestamptz,
    result      json
);
CREATE INDEX approvals_in_order ON approvals (position);
CREATE INDEX approvals_by_status ON approvals (status, position);
-- The to-do list of the reactor; it holds the open ones only.
CREATE INDEX approvals_open ON approvals (expires_at, id) WHERE status IN ('requested', 'granted');

CREATE TABLE approval_counts (
    status text COLLATE "C" PRIMARY KEY,
    n      bigint NOT NULL
) WITH (fillfactor = 50);
