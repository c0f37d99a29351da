import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../ui/PageHeader';
import { ExportForm } from './ExportForm';
import { ImportForm } from './ImportForm';
import type { ExportSearch } from './search';
import { useSpreadsheetWords } from './spreadsheets';

const route = getRouteApi('/excel');

export function SpreadsheetsPage() {
  const words = useSpreadsheetWords();
  const search: ExportSearch = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<ExportSearch>) => void navigate({ search: { ...search, ...part }, replace: true });
  const exporting = search.seccion === 'exportar';
  return (
    <>
      <PageHeader title={words.title}>
        <SegmentedControl
          size="xs"
          aria-label={words.section}
          transitionDuration={0}
          value={exporting ? 'exportar' : 'importar'}
          onChange={(v) => set({ seccion: v === 'exportar' ? v : undefined })}
          data={[
            { value: 'importar', label: words.import },
            { value: 'exportar', label: words.export },
          ]}
        />
      </PageHeader>
      {exporting ? <ExportForm search={search} onChange={set} /> : <ImportForm />}
    </>
  );
}
