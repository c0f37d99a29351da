import { ActionIcon, Group, Menu, Skeleton, Table, Tooltip, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { type ColumnDef, columnVisibilityFeature, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useRef } from 'react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { useKeys } from '../keys/KeyLayer';
import classes from './DataTable.module.css';

const features = tableFeatures({ columnVisibilityFeature });

/** A column of a DataTable: an id, a header as text, a cell; `meta.hidden` hides it until it is chosen, `meta.hiddenHead` its header from the eye. */
export type Column<T extends RowData> = ColumnDef<typeof features, T> & { id: string; header: string; meta?: { hidden?: boolean; hiddenHead?: boolean; width?: number | string; right?: boolean } };

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

/** A table whose head stays in sight, whose columns can be chosen, and whose rows are walked by keyboard. */
export function DataTable<T extends RowData>({ name, label, columns, rows, rowKey, onOpen, current, empty, tools, keys }: Props<T>) {
  const words = useWords({ es, en });
  const body = useRef<HTMLTableSectionElement>(null);
  const [visibility, setVisibility] = useLocalStorage<Record<string, boolean>>({
    key: `cotejo-columns-${name}`,
    defaultValue: Object.fromEntries(columns.filter((c) => c.meta?.hidden).map((c) => [c.id, false])),
    getInitialValueInEffect: false,
  });
  const table = useTable({ features, columns, data: rows ?? none, getRowId: rowKey, state: { columnVisibility: visibility } });
  const shown = columns.filter((c) => visibility[c.id] !== false);

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
          <Table stickyHeader highlightOnHover={Boolean(onOpen)} aria-label={label} aria-busy={rows === undefined}>
            <Table.Thead>
              <Table.Tr>
                {shown.map((c) => (
                  <Table.Th key={c.id} scope="col" w={c.meta?.width} ta={c.meta?.right ? 'right' : undefined}>
                    {c.meta?.hiddenHead ? <VisuallyHidden>{c.header}</VisuallyHidden> : c.header}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody ref={body}>
              {rows === undefined
                ? Array.from({ length: 8 }, (_, i) => (
                    <Table.Tr key={i}>
                      {shown.map((c) => (
                        <Table.Td key={c.id}>
                          <Skeleton height={16} my={3} />
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))
                : table.getRowModel().rows.map((row) => (
                    <Table.Tr
                      key={row.id}
                      data-row={row.id}
                      tabIndex={onOpen ? 0 : undefined}
                      className={onOpen && classes.opens}
                      aria-current={row.id === current || undefined}
                      onClick={(e) => onOpen && !(e.target as Element).closest('a, button, input, label') && !window.getSelection()?.toString() && onOpen(row.original)}
                      onKeyDown={(e) => onOpen && e.key === 'Enter' && e.target === e.currentTarget && onOpen(row.original)}
                    >
                      {row.getVisibleCells().map((cell) => (
                        <Table.Td key={cell.id} ta={columns.find((c) => c.id === cell.column.id)?.meta?.right ? 'right' : undefined}>
                          <table.FlexRender cell={cell} />
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </div>
  );
}

const none: never[] = [];
