import { Badge, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { inbox as en } from '../i18n/en/inbox';
import { inbox as es } from '../i18n/es/inbox';
import { today } from '../i18n/format';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { Clamped } from '../ui/Clamped';
import { type Column, DataTable } from '../ui/DataTable';
import { useKinds } from '../ui/kinds';
import { Radicado } from '../ui/Copyable';
import { chosenOf, toggleAll } from './choice';
import classes from './DocumentTable.module.css';
import { useNameOf } from './assignees';
import type { Summary } from './views';

type Props = {
  documents: Summary[] | undefined;
  label: string;
  empty: ReactNode;
  onOpen: (d: Summary) => void;
  tools?: ReactNode;
  /** The documents that are chosen, also those of other pages. */
  chosen: Summary[];
  onChoose: (chosen: Summary[]) => void;
};

/** Documents, and what there is to do about each. */
export function DocumentTable({ documents, label, empty, onOpen, tools, chosen, onChoose }: Props) {
  const words = useWords({ es, en });
  const { moment } = useFormat();
  const kinds = useKinds();
  const nameOf = useNameOf();
  const columns = useMemo<Column<Summary>[]>(
    () => [
      {
        id: 'choose',
        header: words.choose,
        meta: { width: 1 },
        head: <ChooseAll documents={documents} chosen={chosen} onChoose={onChoose} />,
        cell: ({ row: { original: d } }) => (
          <input
            type="checkbox"
            className={classes.choose}
            aria-label={words.chooseOne(d.file_name)}
            checked={chosen.some((c) => c.id === d.id)}
            onChange={(e) => onChoose(e.currentTarget.checked ? [...chosen, d] : chosen.filter((c) => c.id !== d.id))}
          />
        ),
      },
      { id: 'plaintiff', header: words.plaintiff, cell: ({ row }) => <Clamped text={row.original.demandante} className={classes.party} /> },
      { id: 'defendant', header: words.defendant, cell: ({ row }) => <Clamped text={row.original.demandado} className={classes.party} /> },
      { id: 'todo', header: words.todo, cell: ({ row }) => <Marks document={row.original} nameOf={nameOf} /> },
      { id: 'due', header: words.due, cell: ({ row }) => <Due document={row.original} /> },
      { id: 'kind', header: words.kind, cell: ({ row }) => kinds.name(row.original.document_type) },
      {
        id: 'radicado',
        header: words.radicado,
        cell: ({ row }) =>
          row.original.radicado ? (
            <span className={classes.radicado}>
              <Radicado value={row.original.radicado} />
            </span>
          ) : (
            '—'
          ),
      },
      { id: 'received', header: words.received, cell: ({ row }) => <span className={classes.unbroken}>{moment(row.original.arrived_at)}</span> },
      { id: 'file', header: words.file, cell: ({ row }) => <Clamped text={row.original.file_name} className={classes.file} /> },
    ],
    [words, moment, kinds, nameOf, documents, chosen, onChoose],
  );
  return (
    <DataTable
      name="documents"
      label={label}
      columns={columns}
      rows={documents}
      rowKey={(d) => d.id}
      onOpen={onOpen}
      empty={empty}
      tools={tools}
      keys={{ next: words.next, previous: words.previous }}
    />
  );
}

/** Chooses all documents of the page, or none of them; what is chosen on other pages stays. */
function ChooseAll({ documents = [], chosen, onChoose }: Pick<Props, 'documents' | 'chosen' | 'onChoose'>) {
  const words = useWords({ es, en });
  const state = chosenOf(documents, chosen);
  return (
    <input
      type="checkbox"
      className={classes.choose}
      aria-label={words.chooseAll}
      title={words.chooseAll}
      disabled={documents.length === 0}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      onChange={() => onChoose(toggleAll(documents, chosen))}
    />
  );
}

/** The day on which the term of a document ends, and how many business days are left. */
function Due({ document: d }: { document: Summary }) {
  const words = useWords({ es, en });
  const { day } = useFormat();
  if (!d.vence) return '—';
  const left = d.days_left ?? 0;
  return (
    <span className={classes.unbroken}>
      {day(d.vence)}
      <Text size="xs" c={left < 0 ? 'red' : 'dimmed'} fw={left < 0 ? 600 : undefined}>
        {words.left(left, d.vence === today())}
      </Text>
    </span>
  );
}

/** What there is to do about a document, who is to do it, and its tags. */
function Marks({ document: d, nameOf }: { document: Summary; nameOf: (username: string) => string }) {
  const words = useWords({ es, en });
  return (
    <div className={classes.marks}>
      {d.duplicate_state !== 'none' && (
        <Badge variant="light" miw="max-content" color={d.duplicate_state === 'open' ? 'orange' : 'grape'} leftSection={<IconCopy size={12} aria-hidden />}>
          {d.duplicate_state === 'open' ? words.openDuplicate : words.confirmedDuplicate}
        </Badge>
      )}
      {d.needs_review && (
        <Badge variant="light" miw="max-content" color="yellow" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
          {words.doubtfulReading}
        </Badge>
      )}
      {d.status === 'validated' && (
        <Badge variant="light" miw="max-content" color="teal" leftSection={<IconCheck size={12} aria-hidden />}>
          {words.approved}
        </Badge>
      )}
      {d.assignee && (
        <Text size="xs" c="dimmed" component="div">
          <Clamped text={words.assignedTo(nameOf(d.assignee))} className={classes.assignee} />
        </Text>
      )}
      {d.etiquetas.length > 0 && (
        <Text size="xs" c="dimmed" component="div">
          <Clamped text={words.tagged(d.etiquetas.join(', '))} className={classes.assignee} />
        </Text>
      )}
    </div>
  );
}
