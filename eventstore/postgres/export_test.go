package postgres

// Queued returns how many appends wait for the batch after the present one.
func (s *Store) Queued() int { return len(s.appender.queue) }
