package auth

// Refused returns how many clients the login limit remembers to have refused.
func (s *Service) Refused() int { return len(s.attempts.refused) }
