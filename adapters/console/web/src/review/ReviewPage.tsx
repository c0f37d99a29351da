import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Problem } from '../api/problem';
import { documentQuery } from '../api/document';
import { review as en } from '../i18n/en/review';
import { review as es } from '../i18n/es/review';
import { useWords } from '../i18n/language';
import { ErrorState } from '../ui/ErrorState';
import { Loaded } from '../ui/Loaded';
import { PageHeader } from '../ui/PageHeader';
import type { ReviewSearch } from './address';
import { Review } from './Review';
import { ReviewSkeleton } from './ReviewSkeleton';

const route = getRouteApi('/revisar/$id');

export function ReviewPage() {
  const words = useWords({ es, en });
  const { id } = route.useParams() as { id: string };
  const search: ReviewSearch = route.useSearch();
  const document = useQuery(documentQuery(id));
  const deleted = document.error instanceof Problem && document.error.status === 404;
  if (document.isError && (deleted || !document.data)) {
    return (
      <>
        <PageHeader title={words.title} />
        <ErrorState error={document.error} onRetry={() => void document.refetch()} />
      </>
    );
  }
  return (
    <Loaded query={document} skeleton={<ReviewSkeleton />}>
      {(versioned) => <Review key={id} versioned={versioned} search={search} />}
    </Loaded>
  );
}
