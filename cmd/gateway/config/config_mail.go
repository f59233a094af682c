package config

import (
	"errors"
	"fmt"

	"gateway/http/outbound/mailer"
)

func (c Config) mailProblems() []error {
	if c.SMTPURL == "" {
		return nil
	}
	var problems []error
	if _, err := mailer.ParseServer(c.SMTPURL); err != nil {
		problems = append(problems, fmt.Errorf("SMTP_URL %w", err))
	}
	if err := mailer.ParseSender(c.MailFrom); err != nil {
		problems = append(problems, errors.New("MAIL_FROM goes with SMTP_URL and "+err.Error()))
	}
	return problems
}

// unused returns warnings about settings that have no effect.
func (c Config) unused() (warnings []string) {
	if c.MailFrom != "" && c.SMTPURL == "" {
		warnings = append(warnings, "MAIL_FROM has no effect without SMTP_URL: no mail is sent")
	}
	return warnings
}
