-- +goose Up

-- The words of the names in payment_customers, in lower case, for the search of administrators: newest first. An erasure deletes them
-- with the row that they were made of. They are no hashes, because the name stands in clear beside them as long as they do.
CREATE TABLE payment_customer_words (
    word     text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    id       bigint NOT NULL,
    PRIMARY KEY (word, position)
);
CREATE INDEX payment_customer_words_of ON payment_customer_words (id);
