import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ui as en } from '../i18n/en/ui';
import { ui as es } from '../i18n/es/ui';
import { useWords } from '../i18n/language';
import { ErrorState } from './ErrorState';

/**
 * What a query answers: a skeleton while it is on its way, the error with
 * «Reintentar», or the data. Data that is there stays while it is asked for anew.
 */
export function Loaded<T>({ query, skeleton, children }: { query: UseQueryResult<T>; skeleton?: ReactNode; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <>{skeleton ?? <SkeletonLines />}</>;
}

export function SkeletonLines({ lines = 6 }: { lines?: number }) {
  const words = useWords({ es, en });
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden>{words.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} height={22} />
      ))}
    </Stack>
  );
}
