-- +goose Up

-- The accounts of the ledger, by blocks of the log, those of clients summed by their kind (client:*:available): what an account held before the
-- block, and the sum of its postings in the block. A block is named by the position of the event that begins it,
-- one of some hundred with postings; the first block is 0. The balance at a position is what the
-- account held before the position's block, and the postings in that block.
CREATE TABLE account_totals (
    account text COLLATE "C" NOT NULL,
    block   bigint NOT NULL,
    prepare bigint NOT NULL,
    before  numeric(20,2) NOT NULL,
    amount  numeric(20,2) NOT NULL,
    PRIMARY KEY (account, block)
) WITH (fillfactor = 90);
CREATE INDEX account_totals_by_block ON account_totals (block, prepare);
