-- +goose Up

-- The networks that each API key was used from, and since when: a /24 of IPv4 or a /48 of IPv6. A new one is written once.
CREATE TABLE state.key_networks (
    key_id   bigint NOT NULL,
    network  text COLLATE "C" NOT NULL,
    first_at timestamptz NOT NULL,
    PRIMARY KEY (key_id, network)
);
CREATE INDEX key_networks_in_order ON state.key_networks (key_id, first_at);
