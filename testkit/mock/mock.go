// Package mock holds stand-ins for the ports whose failures cannot be provoked
// otherwise. They are generated: a method does what its Func field says and
// panics without one.
package mock

//go:generate go tool moq -out ports.go -pkg mock ../../ports Intake Originals Configuration Statistics Spreadsheets Auth Users Passwords PasswordHasher Sessions TokenSigner LoginAttempts Lockouts NotificationService UserAdmin Mailer Mailbox MailboxSession
