-- +goose Up

-- How the news of received money came, by channel: by notification, or by asking the
-- provider. unnotified counts what was found by asking since the last notification.
CREATE TABLE payment_news (
    channel     text COLLATE "C" PRIMARY KEY,
    notified    bigint NOT NULL,
    found       bigint NOT NULL,
    unnotified  bigint NOT NULL,
    notified_at timestamptz,
    found_at    timestamptz
) WITH (fillfactor = 50);
