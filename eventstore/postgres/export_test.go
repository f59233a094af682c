package postgres

// Queued is the number of appends that wait for the batch after the present one.
func (s *Store) Queued() int { return len(s.appender.queue) }
