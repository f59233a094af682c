-- +goose Up

-- The schema `state` was made here once. It has migrations of its own now, since the
-- log need not be in PostgreSQL: migrations/state.
SELECT 1;
