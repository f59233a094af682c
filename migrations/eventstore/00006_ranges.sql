-- +goose Up

-- The ranges of positions, without gaps between them. Range n is the partition events_n,
-- until it is archived.
--
-- sealed_at: the range is full, and sealed_heads has its streams. Ranges are sealed in
-- their order.
-- events, root: the number of events, and the root of the Merkle tree over them (RFC 6962;
-- the leaves are those of the log's own tree). Set when the range is sealed.
-- file, digest: the name of the archive's file, and the SHA-256 of its index. Set when the
-- range is archived: then its partition is gone. Ranges are archived in their order.
CREATE TABLE ranges (
    number      bigint PRIMARY KEY,
    first       bigint NOT NULL UNIQUE,
    last        bigint NOT NULL CHECK (last >= first),
    sealed_at   timestamptz,
    events      bigint,
    root        bytea,
    archived_at timestamptz,
    file        text,
    digest      bytea,
    CHECK ((sealed_at IS NULL) = (root IS NULL) AND (sealed_at IS NULL) = (events IS NULL)),
    CHECK ((archived_at IS NULL) = (file IS NULL) AND (archived_at IS NULL) = (digest IS NULL)),
    CHECK (archived_at IS NULL OR sealed_at IS NOT NULL)
);
