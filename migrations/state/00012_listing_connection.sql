-- +goose Up

-- The books of each connection are read up to a time of their own. The former column only_row stays, and is true
-- for the first connection alone, so that an instance of the former version still finds and writes its row.
ALTER TABLE state.provider_listing
    DROP CONSTRAINT provider_listing_pkey,
    ALTER COLUMN only_row DROP NOT NULL,
    ADD COLUMN connection text NOT NULL DEFAULT 'xendit',
    ADD PRIMARY KEY (connection),
    ADD CONSTRAINT provider_listing_first UNIQUE (only_row);
