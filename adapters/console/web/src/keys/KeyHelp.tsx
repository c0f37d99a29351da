import { Kbd, Modal, Stack, Table, Title } from '@mantine/core';
import { layout as en } from '../i18n/en/layout';
import { layout as es } from '../i18n/es/layout';
import { useWords } from '../i18n/language';
import { type Key, useActiveKeys } from './KeyLayer';

/** The keys of the page and of the console. */
export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords({ es, en });
  const active = useActiveKeys();
  const { page, console } = opened ? active() : { page: [], console: [] };
  return (
    <Modal opened={opened} onClose={onClose} title={words.keys} size="lg">
      <Stack>
        {page.length > 0 && <KeyTable title={words.keysHere} keys={page} />}
        <KeyTable title={words.keysEverywhere} keys={console} />
      </Stack>
    </Modal>
  );
}

function KeyTable({ title, keys }: { title: string; keys: Key[] }) {
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <Table withRowBorders={false} verticalSpacing={3}>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.chord + key.does}>
              <Table.Td w={170}>
                <Chord chord={key.chord} />
              </Table.Td>
              <Table.Td>{key.does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const names: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Enter: 'Enter', Escape: 'Esc', Space: '␣' };

/** A chord as keys are drawn. */
export function Chord({ chord }: { chord: string }) {
  return (
    <>
      {chord.split(' ').map((part, i) => (
        <span key={i}>
          {i > 0 && ' '}
          {part.split(/\+(?=.)/).map((key, j) => (
            <span key={j}>
              {j > 0 && '+'}
              <Kbd size="sm">{names[key] ?? key}</Kbd>
            </span>
          ))}
        </span>
      ))}
    </>
  );
}
