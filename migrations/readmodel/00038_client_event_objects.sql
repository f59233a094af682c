-- +goose Up

-- What an entry shows of an object and the event of the entry does not say. state is JSON; as text it is not
-- parsed again at each write. The kinds are transaction, withdrawal, settlement, refund, dispute,
-- withholding_slip, ticket and account.
CREATE TABLE client_event_objects (
    kind  text COLLATE "C" NOT NULL,
    id    bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, id)
) WITH (fillfactor = 70);
