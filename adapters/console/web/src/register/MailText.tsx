import { Text } from '@mantine/core';
import { AttachmentNames } from './Attachments';
import { type MailPreview, useRegisterWords } from './register';

/** Whom an e-mail goes to and what it says. */
export function MailText({ mail }: { mail: MailPreview }) {
  const words = useRegisterWords();
  return (
    <>
      <Text size="sm">{words.mailTo(mail.para)}</Text>
      <Text size="sm" fw={600}>
        {mail.asunto}
      </Text>
      <Text size="sm" mt="xs" mah="16rem" tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowY: 'auto', overflowWrap: 'anywhere' }}>
        {mail.texto}
      </Text>
      <AttachmentNames attachments={mail.adjuntos} />
    </>
  );
}
