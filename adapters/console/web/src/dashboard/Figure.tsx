import { ActionIcon, Group, Skeleton, Table, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconFileTypeCsv, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { dashboard as en } from '../i18n/en/dashboard';
import { dashboard as es } from '../i18n/es/dashboard';
import { useWords } from '../i18n/language';
import { AnchorLink } from '../ui/links';
import { save } from '../ui/save';
import { toCSV } from './csv';
import classes from './Dashboard.module.css';
import type { ChartHandle, FigureData } from './figures';

const Chart = lazy(() => import('./Chart'));

/** A chart and its numbers as a table, which screen readers always have; both can be taken along. */
export function Figure({ figure: f, wide }: { figure: FigureData; wide?: boolean }) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const [table, setTable] = useState(false);
  const chart = useRef<ChartHandle>(null);
  const height = f.height ?? 250;
  const pick = (index: number, series: string) => {
    const d = f.pick(index, series);
    if (d) void navigate({ to: d.to, search: d.search, params: d.params });
  };
  return (
    <figure id={f.name} className={classes.figure} data-wide={wide || undefined} aria-label={f.title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <div>
          <Title order={2} size="h3">
            {f.title}
          </Title>
          {f.hint && (
            <Text size="xs" c="dimmed">
              {f.hint}
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap" className="no-print">
          <Tool label={table ? words.asChart : words.asTable} figure={f.title} onClick={() => setTable(!table)}>
            {table ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
          </Tool>
          <Tool
            label={words.csv}
            figure={f.title}
            onClick={() => save(new Blob([toCSV([f.head, ...f.rows.map((r) => r.raw)])], { type: 'text/csv' }), `${f.name}.csv`)}
          >
            <IconFileTypeCsv size={18} aria-hidden />
          </Tool>
          <Tool
            label={words.png}
            figure={f.title}
            disabled={table}
            onClick={() => void chart.current?.toPNG().then((png) => png && save(png, `${f.name}.png`))}
          >
            <IconPhotoDown size={18} aria-hidden />
          </Tool>
        </Group>
      </Group>
      {table ? (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={f.title}>
          <Numbers figure={f} links />
        </div>
      ) : (
        <>
          <Suspense fallback={<Skeleton height={height} />}>
            <Chart option={f.option} height={height} onPick={pick} handle={chart} />
          </Suspense>
          <VisuallyHidden>
            <Numbers figure={f} />
          </VisuallyHidden>
        </>
      )}
    </figure>
  );
}

function Tool({ label, figure, children, ...props }: { label: string; figure: string; children: ReactNode; disabled?: boolean; onClick: () => void }) {
  const words = useWords({ es, en });
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={words.of(label, figure)} {...props}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** The first cell of a row leads to its documents. */
function Numbers({ figure: f, links }: { figure: FigureData; links?: boolean }) {
  return (
    <Table stickyHeader={links} verticalSpacing={3} aria-label={f.title}>
      <Table.Thead>
        <Table.Tr>
          {f.head.map((h, i) => (
            <Table.Th key={h} scope="col" ta={i > 0 ? 'right' : undefined}>
              {h}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {f.rows.map((r, i) => (
          <Table.Tr key={i}>
            {r.cells.map((cell, j) => (
              <Table.Td key={j} ta={j > 0 ? 'right' : undefined}>
                {j === 0 && links && r.destination ? (
                  <AnchorLink to={r.destination.to} search={r.destination.search} params={r.destination.params} size="sm">
                    {cell}
                  </AnchorLink>
                ) : (
                  cell
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
