import { Button, Center } from '@mantine/core';
import { IconBug, IconMapOff } from '@tabler/icons-react';
import { layout as en } from '../i18n/en/layout';
import { layout as es } from '../i18n/es/layout';
import { useWords } from '../i18n/language';
import { EmptyState } from '../ui/EmptyState';
import { ButtonLink } from '../ui/links';

export function NotFound() {
  const words = useWords({ es, en });
  return (
    <EmptyState icon={<IconMapOff aria-hidden />} title={words.notFound} hint={words.notFoundHint}>
      <ButtonLink to="/" variant="default" mt="sm">
        {words.home}
      </ButtonLink>
    </EmptyState>
  );
}

/** What stands where a page failed. A part of the program that is gone after an update is loaded anew by it. */
export function Crashed() {
  const words = useWords({ es, en });
  return (
    <Center>
      <EmptyState icon={<IconBug aria-hidden />} title={words.crashed} hint={words.crashedHint}>
        <Button variant="default" mt="sm" onClick={() => location.reload()}>
          {words.reload}
        </Button>
      </EmptyState>
    </Center>
  );
}
