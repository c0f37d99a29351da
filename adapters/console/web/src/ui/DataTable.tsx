import { ActionIcon, Group, Menu, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { columnVisibilityFeature, type Row as TableRow, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { memo, type ReactNode, type SyntheticEvent, useEffect, useMemo, useRef } from 'react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { useKeys } from '../keys/KeyLayer';
import classes from './DataTable.module.css';

const features = tableFeatures({ columnVisibilityFeature });

/**
 * A column of a DataTable: an id, a header as text, and what its cells show, which is called as a function: no hooks in it.
 * `meta.hidden` hides it until it is chosen, `meta.hiddenHead` its header from the eye; `head` stands in place of the header.
 */
export type Column<T extends RowData> = {
  id: string;
  header: string;
  head?: ReactNode;
  cell: (of: { row: { original: T } }) => ReactNode;
  meta?: { hidden?: boolean; hiddenHead?: boolean; width?: number | string; right?: boolean };
};

type Props<T extends RowData> = {
  /** Names the table to screen readers, and its stored choice of columns. */
  name: string;
  label: string;
  columns: Column<T>[];
  /** Undefined while it is loaded the first time. */
  rows: T[] | undefined;
  rowKey: (row: T) => string;
  /** Opens a row: by click, or by Enter when the row has the focus. */
  onOpen?: (row: T) => void;
  /** The row that is marked as the current one. */
  current?: string;
  empty?: ReactNode;
  /** Left of the column chooser. */
  tools?: ReactNode;
  /** j and k move between rows. One table of a page alone. */
  keys?: { next: string; previous: string };
};

/**
 * A table whose head stays in sight, whose columns can be chosen, and whose rows are walked by keyboard.
 * Its elements are plain, and a row is drawn again only when it or the columns are others: keep them in a memo.
 */
export function DataTable<T extends RowData>({ name, label, columns, rows, rowKey, onOpen, current, empty, tools, keys }: Props<T>) {
  const words = useWords({ es, en });
  const body = useRef<HTMLTableSectionElement>(null);
  const [visibility, setVisibility] = useLocalStorage<Record<string, boolean>>({
    key: `cotejo-columns-${name}`,
    defaultValue: Object.fromEntries(columns.filter((c) => c.meta?.hidden).map((c) => [c.id, false])),
    getInitialValueInEffect: false,
  });
  const table = useTable({ features, columns, data: rows ?? none, getRowId: rowKey, state: { columnVisibility: visibility } });
  const shown = useMemo(() => columns.filter((c) => visibility[c.id] !== false), [columns, visibility]);

  const move = (step: number) => {
    const all = [...(body.current?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? [])];
    const at = all.findIndex((row) => row.contains(document.activeElement));
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  };
  useKeys(
    keys && onOpen
      ? [
          { chord: 'j', does: keys.next, run: () => move(1) },
          { chord: 'k', does: keys.previous, run: () => move(-1) },
        ]
      : [],
  );
  const open = (e: SyntheticEvent) => {
    const row = (e.target as Element).closest<HTMLTableRowElement>('tr[data-row]');
    if (row) onOpen?.(table.getRow(row.dataset.row!).original);
  };
  useEffect(() => {
    if (current) body.current?.querySelector(`tr[data-row="${CSS.escape(current)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return (
    <div className={classes.frame}>
      <Group justify="flex-end" gap="xs" mb={4} className="no-print">
        <div className={classes.tools}>{tools}</div>
        <Menu position="bottom-end">
          <Menu.Target>
            <Tooltip label={words.columns}>
              <ActionIcon variant="default" aria-label={words.columns}>
                <IconColumns3 size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            {columns.map((c) => (
              <Menu.CheckboxItem
                key={c.id}
                checked={visibility[c.id] !== false}
                disabled={shown.length === 1 && visibility[c.id] !== false}
                onChange={(checked) => setVisibility({ ...visibility, [c.id]: checked })}
              >
                {c.header}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {rows?.length === 0 && empty ? (
        <div className={classes.scroll}>{empty}</div>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
          <table className={classes.table} data-opens={Boolean(onOpen) || undefined} aria-label={label} aria-busy={rows === undefined}>
            <thead>
              <tr>
                {shown.map((c) => (
                  <th key={c.id} scope="col" style={{ width: c.meta?.width }} data-right={c.meta?.right}>
                    {c.head ?? (c.meta?.hiddenHead ? <VisuallyHidden>{c.header}</VisuallyHidden> : c.header)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody
              ref={body}
              onClick={(e) => !(e.target as Element).closest('a, button, input, label') && !window.getSelection()?.toString() && open(e)}
              onKeyDown={(e) => e.key === 'Enter' && (e.target as Element).matches('tr') && open(e)}
            >
              {rows === undefined
                ? Array.from({ length: 8 }, (_, i) => (
                    <tr key={i}>
                      {shown.map((c) => (
                        <td key={c.id}>
                          <Skeleton height={16} my={3} />
                        </td>
                      ))}
                    </tr>
                  ))
                : table.getRowModel().rows.map((row) => <Row key={row.id} row={row} columns={shown} opens={Boolean(onOpen)} current={row.id === current} />)}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

type RowProps<T extends RowData> = { row: TableRow<typeof features, T>; columns: Column<T>[]; opens: boolean; current: boolean };

function PlainRow<T extends RowData>({ row, columns, opens, current }: RowProps<T>) {
  return (
    <tr data-row={row.id} tabIndex={opens ? 0 : undefined} aria-current={current || undefined}>
      {columns.map((c) => (
        <td key={c.id} data-right={c.meta?.right}>
          {c.cell({ row })}
        </td>
      ))}
    </tr>
  );
}

// memo returns a component without type parameters.
const Row = memo(PlainRow) as typeof PlainRow;

const none: never[] = [];
