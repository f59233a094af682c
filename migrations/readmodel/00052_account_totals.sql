-- +goose Up

-- The accounts of the ledger that belong to no client, by blocks of 65,536 positions: what
-- an account held before the block, and the sum of its postings in the block. The balance at a
-- position is what it held before the position's block, and the postings in that block.
CREATE TABLE account_totals (
    account text COLLATE "C" NOT NULL,
    block   bigint NOT NULL,
    before  numeric(20,2) NOT NULL,
    amount  numeric(20,2) NOT NULL,
    PRIMARY KEY (account, block)
);
