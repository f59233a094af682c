package storetest

import "context"

// MarkCopySource implements transfer.CopyMarker.
func (s *memoryStore) MarkCopySource(ctx context.Context, storeID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return err
	}
	s.copySource = storeID
	return nil
}

// CopySource implements transfer.CopyMarker.
func (s *memoryStore) CopySource(ctx context.Context) (storeID string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.copySource, s.check(ctx)
}
