package auth

// Clients returns how many clients the login limit remembers.
func (s *Service) Clients() int { return len(s.attempts.clients) }
