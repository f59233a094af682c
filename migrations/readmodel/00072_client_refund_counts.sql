-- +goose Up

-- How many refunds each client has. refund_counts has those of all clients together.
CREATE TABLE client_refund_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
