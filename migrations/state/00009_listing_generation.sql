-- +goose Up

-- The generation of the log in which the provider's books were read; null for a row of an older
-- version, which stands for the present one. In a new generation the books are read again from
-- the last surviving event on. resets counts how often an operator said from where to read, so
-- that a reading under way does not overwrite that.
ALTER TABLE state.provider_listing
    ADD COLUMN generation bigint,
    ADD COLUMN resets     bigint NOT NULL DEFAULT 0;
