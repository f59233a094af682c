-- +goose Up

-- Callback endpoints of clients, and how far the deliveries of each one's present run are.
CREATE TABLE callback_endpoints (
    id             bigint PRIMARY KEY,
    client_id      bigint NOT NULL,
    url            text NOT NULL,
    -- Names of package feed, as a JSON array; an empty one stands for all.
    events         json NOT NULL,
    active         boolean NOT NULL,
    run            bigint NOT NULL,
    -- The position of the event that began the run: entries after it are sent.
    since_position bigint NOT NULL,
    cursor         bigint NOT NULL,
    pending        bigint NOT NULL,
    -- How often people asked in this run to send an entry again.
    resends        bigint NOT NULL DEFAULT 0,
    -- The first failed attempt that no success followed; failing_since is the same after a day without a success.
    down_since     timestamptz,
    failing_since  timestamptz,
    delivered_at   timestamptz,
    -- The last attempt that failed; JSON null before the first.
    failure        json NOT NULL DEFAULT 'null',
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX callback_endpoints_failing ON callback_endpoints (id) WHERE failing_since IS NOT NULL;
CREATE INDEX callback_endpoints_down ON callback_endpoints (down_since, client_id) WHERE down_since IS NOT NULL;
CREATE INDEX callback_endpoints_of_client ON callback_endpoints (client_id, id);
