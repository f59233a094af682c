-- +goose Up

-- Up to when the provider's books were read, in the provider's time. Without it reading
-- begins a day earlier, which repeats nothing.
CREATE TABLE state.provider_listing (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    at       timestamptz NOT NULL
);
