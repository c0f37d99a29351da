package config

import "strings"

// settings are those of mailboxes. example and description are of their addresses.
func (m *Mail) settings(prefix, example, description string) []setting {
	return []setting{
		bind(prefix+"MAIL_URL", "", example, &m.Mailboxes, mailboxes(prefix), description),
		bind(prefix+"MAIL_PASSWORD_FILE", "", "/etc/cotejo/mail-passwords", &m.MailPassword, path,
			"archivo con la contraseña de cada buzón, una por línea, en el orden de "+prefix+"MAIL_URL"),
		bind(prefix+"MAIL_OAUTH_TOKEN_URL", "", "https://oauth2.googleapis.com/token", &m.MailOAuth.TokenURL, webAddress,
			"dónde se piden los tokens del correo (OAuth 2.0), en lugar de contraseñas"),
		bind(prefix+"MAIL_OAUTH_CLIENT_ID", "", "00000000-0000-0000-0000-000000000000", &m.MailOAuth.ClientID, word, "la aplicación que pide los tokens del correo"),
		bind(prefix+"MAIL_OAUTH_CLIENT_SECRET_FILE", "", "/etc/cotejo/mail-client-secret", &m.MailOAuth.ClientSecretFile, path, "archivo con el secreto de esa aplicación"),
		bind(prefix+"MAIL_OAUTH_REFRESH_TOKEN_FILE", "", "/var/lib/cotejo/mail-refresh-token", &m.MailOAuth.RefreshTokenFile, path,
			"archivo con el token de renovación del correo; sin él la aplicación entra por sí misma"),
		bind(prefix+"MAIL_OAUTH_SCOPES", "", "https://outlook.office365.com/.default", &m.MailOAuth.Scopes, texts[string]("", anyText),
			"permisos (scopes) que se piden con los tokens, separados por espacios"),
	}
}

func (m *Mail) rules(prefix string, production bool) []rule {
	oauth := m.MailOAuth
	return []rule{
		{prefix + "MAIL_PASSWORD_FILE", ofServer, len(m.Mailboxes) > 0 && m.MailPassword == "" && oauth.TokenURL == "",
			"falta, y con " + prefix + "MAIL_URL es obligatorio, salvo con " + prefix + "MAIL_OAUTH_TOKEN_URL"},
		{prefix + "MAIL_PASSWORD_FILE", unwise, m.MailPassword != "" && oauth.TokenURL != "", prefix + "MAIL_PASSWORD_FILE no tiene efecto con " + prefix + "MAIL_OAUTH_TOKEN_URL"},
		{prefix + "MAIL_OAUTH_CLIENT_ID", ofServer, oauth.TokenURL != "" && oauth.ClientID == "", "falta, y con " + prefix + "MAIL_OAUTH_TOKEN_URL es obligatorio"},
		{prefix + "MAIL_OAUTH_CLIENT_SECRET_FILE", ofServer, oauth.TokenURL != "" && oauth.ClientSecretFile == "" && oauth.RefreshTokenFile == "",
			"falta: con " + prefix + "MAIL_OAUTH_TOKEN_URL hace falta el secreto de la aplicación o " + prefix + "MAIL_OAUTH_REFRESH_TOKEN_FILE"},
		{prefix + "MAIL_OAUTH_TOKEN_URL", always, oauth.TokenURL != "" && production && !strings.HasPrefix(oauth.TokenURL, "https:"),
			"debe empezar por https:// con ENVIRONMENT=production"},
		{prefix + "MAIL_OAUTH_TOKEN_URL", unwise, oauth != MailOAuth{} && (oauth.TokenURL == "" || len(m.Mailboxes) == 0),
			prefix + "MAIL_OAUTH_… no tiene efecto sin " + prefix + "MAIL_URL y " + prefix + "MAIL_OAUTH_TOKEN_URL"},
		{prefix + "MAIL_OAUTH_CLIENT_SECRET_FILE", always, oauth.ClientSecretFile != "" && isFolder(oauth.ClientSecretFile), aFolder},
		{prefix + "MAIL_OAUTH_REFRESH_TOKEN_FILE", always, oauth.RefreshTokenFile != "" && isFolder(oauth.RefreshTokenFile), aFolder},
		{prefix + "MAIL_PASSWORD_FILE", always, m.MailPassword != "" && isFolder(m.MailPassword), aFolder},
		{prefix + "MAIL_PASSWORD_FILE", unwise, len(m.Mailboxes) == 0 && m.MailPassword != "", prefix + "MAIL_PASSWORD_FILE no tiene efecto sin " + prefix + "MAIL_URL"},
	}
}

// complete makes the files absolute.
func (m *Mail) complete(folder string) {
	for _, file := range []*string{&m.MailPassword, &m.MailOAuth.ClientSecretFile, &m.MailOAuth.RefreshTokenFile} {
		if *file != "" {
			*file = within(folder, *file)
		}
	}
}
