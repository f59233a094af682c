-- +goose Up

-- Appends a batch of requests, and returns one row per request, in their order. Each
-- request succeeds or fails by itself:
--   outcome        written: its expected revision was right
--                  repeated: the stream has the same ids at these revisions already
--                  archived: it has events at these revisions that are archived: the caller
--                  compares the ids
--                  partial: the stream has some of them
--                  conflict: none of these
--   last_revision  the stream's last revision before the batch, -1 when it is empty
--   last_position  the position of the request's last event, when written or repeated
--   written_at     booked_at of the events that this batch wrote: now, or the time of the
--                  newest event where the clock has gone back
-- The three arrays of requests have the same length, and so have the six arrays of
-- events. An event names its request by number (from 1), and its own revision. A
-- batch has at most one request per stream.
--
-- A stream's last revision is looked up in the partitions that are not sealed, and then in
-- sealed_heads: a stream that stands in sealed ranges only is not a new one.
--
-- VOLATILE: each statement below sees what was committed before the lock was granted.
-- The lock is held until the commit, so that positions are in commit order: a reader
-- of `position > n` never misses an event.

-- +goose StatementBegin
CREATE FUNCTION append_events(
    request_streams  text[],
    request_expected bigint[],
    request_counts   bigint[],
    event_requests   bigint[],
    event_revisions  bigint[],
    event_ids        uuid[],
    event_types      text[],
    event_data       json[],
    event_metadata   json[]
) RETURNS TABLE (outcome text, last_revision bigint, last_position bigint, written_at timestamptz)
LANGUAGE plpgsql VOLATILE
-- PostgreSQL keeps the plan of the first calls. When the table was small then, that
-- plan would scan the whole table.
SET enable_seqscan = off
AS $$
DECLARE
    head   bigint;
    newest timestamptz; -- booked_at of the newest event
    lasts  bigint[]; -- each stream's last revision
    before bigint[]; -- the position before each request's first event; null: its expected revision is wrong
    moment timestamptz;
    total  bigint; -- events of the batch
    newest_range bigint; -- the first position of the newest range
    sealed bigint; -- the last position of the sealed ranges
BEGIN
    PERFORM pg_advisory_xact_lock(7310579622884401267);
    SELECT e.position, e.booked_at INTO head, newest FROM events e ORDER BY e.position DESC LIMIT 1;
    head := coalesce(head, 0);
    moment := greatest(clock_timestamp(), newest);
    SELECT sum(c) INTO total FROM unnest(request_counts) c;
    SELECT max(g.first), coalesce(max(g.last) FILTER (WHERE g.sealed_at IS NOT NULL), 0) INTO newest_range, sealed FROM ranges g;
    IF newest_range IS NULL OR head + total >= newest_range THEN
        -- The row of a range can be seen a moment before its partition: the lock is released
        -- after both.
        PERFORM pg_advisory_xact_lock_shared(7310579622884401268);
        -- The gateway makes the next range long before it is needed. This is for one that could not.
        IF head + total > (SELECT coalesce(max(g.last), 0) FROM ranges g) THEN
            PERFORM make_range(total);
        END IF;
    END IF;

    SELECT array_agg(c.last ORDER BY c.n),
           array_agg(CASE WHEN c.last = c.expected THEN head + c.through - c.count END ORDER BY c.n)
      INTO lasts, before
      FROM (SELECT r.n, r.expected, r.count, s.last,
                   (sum(r.count) FILTER (WHERE s.last = r.expected) OVER (ORDER BY r.n))::bigint AS through
              FROM unnest(request_streams, request_expected, request_counts)
                   WITH ORDINALITY AS r (stream, expected, count, n),
                   LATERAL (SELECT coalesce(
                       (SELECT e.revision FROM events e WHERE e.stream = r.stream AND e.position > sealed
                         ORDER BY e.revision DESC LIMIT 1),
                       (SELECT h.revision FROM sealed_heads h WHERE h.stream = r.stream
                         ORDER BY h.revision DESC LIMIT 1),
                       -1) AS last
                   -- It is looked up once: without OFFSET, PostgreSQL puts the query in place of
                   -- each of its uses.
                   OFFSET 0) s) c;

    INSERT INTO events (position, stream, revision, id, type, data, metadata, booked_at)
    SELECT before[p.request] + p.revision - request_expected[p.request],
           request_streams[p.request], p.revision, p.id, p.type, p.data, p.metadata, moment
      FROM unnest(event_requests, event_revisions, event_ids, event_types, event_data, event_metadata)
           AS p (request, revision, id, type, data, metadata)
     WHERE before[p.request] IS NOT NULL;

    IF array_position(before, NULL) IS NULL THEN
        RETURN QUERY
        SELECT 'written', lasts[r.n], before[r.n] + r.count, moment
          FROM unnest(request_counts) WITH ORDINALITY AS r (count, n)
         ORDER BY r.n;
        RETURN;
    END IF;

    RETURN QUERY
    WITH present AS (
        SELECT p.request, count(*) AS events, max(e.position) AS through
          FROM unnest(event_requests, event_revisions, event_ids) AS p (request, revision, id)
          JOIN events e ON e.stream = request_streams[p.request] AND e.revision = p.revision AND e.id = p.id
         WHERE before[p.request] IS NULL
         GROUP BY p.request
    )
    SELECT CASE WHEN before[r.n] IS NOT NULL THEN 'written'
                WHEN present.events = r.count THEN 'repeated'
                WHEN lasts[r.n] > request_expected[r.n] AND EXISTS (
                    SELECT FROM sealed_heads h JOIN ranges g ON g.number = h.range AND g.archived_at IS NOT NULL
                     WHERE h.stream = request_streams[r.n] AND h.revision > request_expected[r.n]
                       AND h.first <= request_expected[r.n] + r.count) THEN 'archived'
                WHEN present.events > 0 THEN 'partial'
                ELSE 'conflict' END,
           lasts[r.n],
           coalesce(before[r.n] + r.count, present.through),
           moment
      FROM unnest(request_counts) WITH ORDINALITY AS r (count, n)
      LEFT JOIN present ON present.request = r.n
     ORDER BY r.n;
END
$$;
-- +goose StatementEnd
