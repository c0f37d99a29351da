import { Badge, Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy, IconFileSearch, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { search as en } from '../i18n/en/search';
import { search as es } from '../i18n/es/search';
import { useWords } from '../i18n/language';
import { useFormat } from '../i18n/useFormat';
import { useKeys } from '../keys/KeyLayer';
import { Radicado } from '../ui/Copyable';
import { DayInput } from '../ui/DayInput';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { useKinds } from '../ui/kinds';
import { PageHeader } from '../ui/PageHeader';
import { Pages } from '../ui/Pages';
import { AnchorLink } from '../ui/links';
import { useTyped } from '../ui/useTyped';
import { useReviewLink } from '../ui/useReviewLink';
import { orders, repeats, type SearchSearch, states } from './address';
import { partsOf } from './passage';
import classes from './search.module.css';
import { type Finding, pageSize, searchQuery } from './search';

const route = getRouteApi('/buscar');

/** Finds documents by what they say, as one types. */
export function SearchPage() {
  const words = useWords({ es, en });
  const { number } = useFormat();
  const navigate = useNavigate();
  const search = route.useSearch() as SearchSearch;
  const found = useQuery(searchQuery(search));
  const results = useRef<HTMLOListElement>(null);
  const change = (part: Partial<SearchSearch>) => void navigate({ to: '/buscar', search: { ...search, pagina: undefined, ...part }, replace: true });
  const move = (step: number) => {
    const all = [...(results.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
    const at = all.findIndex((a) => a.contains(document.activeElement));
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  };
  useKeys([
    { chord: 'j', does: words.next, run: () => move(1) },
    { chord: 'k', does: words.previous, run: () => move(-1) },
  ]);
  const data = found.data;
  const total = data && (data.total_exact === false ? words.moreThan(number(data.total)) : words.found(data.total, number(data.total)));
  return (
    <>
      <PageHeader title={words.title} note={<span role="status">{total}</span>} />
      <Filters search={search} onChange={change} onEnter={() => move(1)} />
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !data ? (
        <Stack gap="md" aria-busy>
          {Array.from({ length: 5 }, (_, i) => (
            <Skeleton key={i} height={70} />
          ))}
        </Stack>
      ) : data.documents.length === 0 ? (
        <EmptyState icon={<IconFileSearch aria-hidden />} title={words.none} hint={words.noneHint} />
      ) : (
        <ol className={classes.results} ref={results} aria-label={words.results} aria-busy={found.isPlaceholderData} start={(data.page - 1) * pageSize + 1}>
          {data.documents.map((d) => (
            <Result key={d.id} finding={d} />
          ))}
        </ol>
      )}
      <Pages
        meta={data && { page: data.page, total: data.total, total_pages: Math.ceil(data.total / data.page_size), total_exact: data.total_exact }}
        onPage={(pagina) => {
          change({ pagina });
          window.scrollTo({ top: 0 });
        }}
      />
    </>
  );
}

function Result({ finding: d }: { finding: Finding }) {
  const words = useWords({ es, en });
  const { moment, cedula } = useFormat();
  const kinds = useKinds();
  const review = useReviewLink();
  return (
    <li className={classes.result}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <AnchorLink fw={600} data-result lineClamp={1} {...review(d.id)}>
          {d.demandante || words.noParty}
          {d.demandado && ` ${words.against} ${d.demandado}`}
        </AnchorLink>
        <Text size="sm" c="dimmed" className={classes.unbroken}>
          {moment(d.arrived_at)}
        </Text>
      </Group>
      <Group gap="sm">
        <Text size="xs" c="dimmed">
          {kinds.name(d.document_type)} · {d.file_name}
        </Text>
        {d.radicado && (
          <Text size="xs" component="div">
            <Radicado value={d.radicado} />
          </Text>
        )}
        {d.cedula && (
          <AnchorLink size="xs" title={words.person} to="/personas/escritos" search={{ cedula: d.cedula.split(';')[0].trim() }}>
            {cedula(d.cedula)}
          </AnchorLink>
        )}
        {d.duplicate_state !== 'none' && (
          <Badge size="sm" variant="light" color="orange" tt="none" leftSection={<IconCopy size={11} aria-hidden />}>
            {words.duplicateStates[d.duplicate_state]}
          </Badge>
        )}
        {d.status === 'validated' && (
          <Badge size="sm" variant="light" color="teal" tt="none">
            {words.states.validated}
          </Badge>
        )}
      </Group>
      {d.snippet && (
        <Text size="sm" mt={2} lineClamp={3}>
          {partsOf(d.snippet, d.highlights).map((p, i) =>
            p.found ? (
              <mark key={i} className={classes.mark}>
                {p.text}
              </mark>
            ) : (
              <span key={i}>{p.text}</span>
            ),
          )}
        </Text>
      )}
    </li>
  );
}

/** What is looked for; the address keeps it. */
function Filters({ search, onChange, onEnter }: { search: SearchSearch; onChange: (part: Partial<SearchSearch>) => void; onEnter: () => void }) {
  const words = useWords({ es, en });
  const kinds = useKinds();
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ chord: '/', does: words.field, run: () => field.current?.select() }]);
  const { q: _, orden: __, pagina: ___, ...narrowed } = search;
  const filtered = Object.values(narrowed).some((v) => v !== undefined);
  return (
    <form
      role="search"
      onSubmit={(e) => {
        e.preventDefault();
        onEnter();
      }}
    >
      <Typed
        inputRef={field}
        autoFocus={!search.q}
        size="md"
        label={words.field}
        placeholder={words.placeholder}
        value={search.q ?? ''}
        onValue={(q) => onChange({ q })}
        icon
      />
      <Group gap="xs" wrap="wrap" my="xs">
        <NativeSelect
          size="xs"
          aria-label={words.kind}
          value={search.tipo ?? ''}
          onChange={(e) => onChange({ tipo: e.currentTarget.value || undefined })}
          data={[{ value: '', label: words.allKinds }, ...kinds.choices]}
        />
        <NativeSelect
          size="xs"
          aria-label={words.state}
          value={search.estado ?? ''}
          onChange={(e) => onChange({ estado: (e.currentTarget.value || undefined) as SearchSearch['estado'] })}
          data={(['', ...states] as const).map((value) => ({ value, label: words.states[value] }))}
        />
        <NativeSelect
          size="xs"
          aria-label={words.duplicates}
          value={search.duplicado ?? ''}
          onChange={(e) => onChange({ duplicado: (e.currentTarget.value || undefined) as SearchSearch['duplicado'] })}
          data={(['', ...repeats] as const).map((value) => ({ value, label: words.duplicateStates[value] }))}
        />
        <Typed size="xs" label={words.court} placeholder={words.courtHint} value={search.juzgado ?? ''} onValue={(juzgado) => onChange({ juzgado })} />
        <DayInput small label={words.from} value={search.desde} onChange={(desde) => onChange({ desde })} />
        <DayInput small label={words.to} value={search.hasta} onChange={(hasta) => onChange({ hasta })} />
        <NativeSelect
          size="xs"
          aria-label={words.sort}
          value={search.orden ?? 'Relevancia'}
          onChange={(e) => onChange({ orden: e.currentTarget.value === 'Relevancia' ? undefined : (e.currentTarget.value as SearchSearch['orden']) })}
          data={orders.map((value) => ({ value, label: words.sorts[value] }))}
        />
        {filtered && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChange({ tipo: undefined, estado: undefined, duplicado: undefined, juzgado: undefined, desde: undefined, hasta: undefined })}
          >
            {words.clear}
          </Button>
        )}
      </Group>
    </form>
  );
}

type TypedProps = {
  value: string;
  onValue: (v: string | undefined) => void;
  label: string;
  placeholder: string;
  size: string;
  icon?: boolean;
  autoFocus?: boolean;
  inputRef?: React.Ref<HTMLInputElement>;
};

/** A field whose text counts once nothing was typed for a moment. */
function Typed({ value, onValue, label, placeholder, size, icon, autoFocus, inputRef }: TypedProps) {
  const [typed, type] = useTyped(value, onValue, 220);
  return (
    <TextInput
      ref={inputRef}
      type="search"
      size={size}
      autoFocus={autoFocus}
      maxLength={1000}
      aria-label={label}
      placeholder={placeholder}
      leftSection={icon && <IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(e) => type(e.currentTarget.value)}
    />
  );
}
