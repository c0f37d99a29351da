import { Group } from '@mantine/core';
import { IconBrandWhatsapp, IconMail, IconMailbox, IconPhone, IconUser } from '@tabler/icons-react';
import { type Channel, useRegisterWords } from './register';

const icons = { EMAIL: IconMail, WHATSAPP: IconBrandWhatsapp, PRESENCIAL: IconUser, TELEFONO: IconPhone, CORREO_FISICO: IconMailbox };

export function ChannelName({ channel }: { channel: Channel }) {
  const words = useRegisterWords();
  const Icon = icons[channel];
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
      <Icon size={15} aria-hidden />
      {words[channel]}
    </Group>
  );
}
