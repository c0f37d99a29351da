import { defaultOptionsFilter, type OptionsFilter, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../i18n/useFormat';
import { caseQuery, casesQuery, courtsQuery, subjectQuery, subjectsQuery, useRegisterWords } from './register';

/** Says in an option of its own that nothing matches: axe, as screen readers, wants a list to have one. */
const orMessage =
  (message: string, filter: OptionsFilter = ({ options }) => options): OptionsFilter =>
  (input) => {
    const found = filter(input);
    return found.length > 0 ? found : [{ value: '', label: message, disabled: true }];
  };

/** An optional choice can be taken back. */
type Choice = { value: string; onChange: (id: string) => void; error?: string; optional?: boolean };

/** Chooses a case by a part of its radicado. */
export function CaseSelect({ value, onChange, error, optional = false }: Choice) {
  const words = useRegisterWords();
  const { radicado } = useFormat();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  // What is chosen stands in the field, and is no search.
  const chosen = useQuery({ ...caseQuery(value), enabled: value !== '' });
  const searched = chosen.data && q === radicado(chosen.data.radicado) ? undefined : q || undefined;
  const found = useQuery(casesQuery({ q: searched }));
  const options = new Map([...(found.data?.items ?? []), ...(chosen.data ? [chosen.data] : [])].map((c) => [c.id, radicado(c.radicado)]));
  return (
    <Select
      label={words.radicado}
      placeholder={words.chooseCase}
      required={!optional}
      clearable={optional}
      searchable
      data-autofocus={!optional || undefined}
      filter={orMessage(found.isPending ? words.loading : words.none)}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
    />
  );
}

/** Chooses a subject by words of the name, the e-mail or the document. */
export function SubjectSelect({ value, onChange, error, optional = false }: Choice) {
  const words = useRegisterWords();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const chosen = useQuery({ ...subjectQuery(value), enabled: value !== '' });
  const name = (s: { nombre: string; numero_documento: string | null; correo: string | null }) =>
    [s.nombre, s.numero_documento, s.correo].filter(Boolean).join(' · ');
  const searched = chosen.data && q === name(chosen.data) ? undefined : q || undefined;
  const found = useQuery(subjectsQuery({ q: searched }));
  const options = new Map([...(found.data?.items ?? []), ...(chosen.data ? [chosen.data] : [])].map((s) => [s.id, name(s)]));
  return (
    <Select
      label={words.subject}
      placeholder={words.chooseSubject}
      required={!optional}
      clearable={optional}
      searchable
      data-autofocus={!optional || undefined}
      filter={orMessage(found.isPending ? words.loading : words.none)}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
    />
  );
}

/** Chooses one of the registered courts. */
export function CourtSelect({ value, onChange, error }: Choice) {
  const words = useRegisterWords();
  const courts = useQuery(courtsQuery);
  return (
    <Select
      label={words.court}
      description={words.courtHint}
      required
      searchable
      data={(courts.data ?? []).map((c) => ({ value: c.id, label: c.nombre }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      filter={orMessage(courts.isPending ? words.loading : words.none, defaultOptionsFilter as OptionsFilter)}
      error={error}
    />
  );
}
