-- +goose Up

-- Replies to tickets, of clients and of administrators.
CREATE TABLE ticket_replies (
    ticket_id  bigint NOT NULL,
    position   bigint NOT NULL,
    id         bigint NOT NULL,
    message    text NOT NULL,
    is_admin   boolean NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (ticket_id, position)
);
