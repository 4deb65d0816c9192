import { Skeletons } from '../Skeleton/Skeleton.tsx';
import { QueryError } from './ErrorState.tsx';

type Props = Parameters<typeof Skeletons>[0] & {
  query: Parameters<typeof QueryError>[0]['query'] & { isPending: boolean; isLoadingError: boolean };
};

/** Shown instead of a query's data: skeletons while it loads, or its failure. */
export function QueryStates({ query, ...skeletons }: Props) {
  if (query.isPending) return <Skeletons {...skeletons} />;
  return query.isLoadingError && <QueryError query={query} />;
}
