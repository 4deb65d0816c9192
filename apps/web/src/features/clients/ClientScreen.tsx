import { type Client, id as clientId } from '@despacho/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useParams } from 'react-router-dom';
import { coordinatesOf } from './rules/coordinates.ts';
import { useLazyModule } from '../../shared/hooks/use-lazy-module.ts';
import { valueKind, valueText } from '../../shared/fields/value-kind.ts';
import { HttpFailure } from '../../shared/http/failure.ts';
import { EmptyState } from '../../shared/ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../shared/ui/Skeleton/Skeleton.tsx';
import { clientQuery, clientsQuery } from './api/clients-query.ts';
import styles from './ClientScreen.module.css';
import { BackToList } from './components/BackToList.tsx';
import { ClientSection } from './components/ClientSection.tsx';
import { fieldsOf, titleKey, valueOfRole } from './rules/fields.ts';
import { sectionsOf } from './rules/sections.ts';
import { useTimeZone } from '../session/state/use-time-zone.ts';

/** Loaded lazily, because it imports Leaflet and some clients have no coordinates. */
const loadMap = () => import('./components/ClientMap.tsx');

const isMissing = (error: unknown): boolean => error instanceof HttpFailure && error.status === 404;

/** Page of one client with all their fields. */
export function Component() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const isValidId = clientId.safeParse(id).success;
  const query = useQuery({
    ...clientQuery(id),
    enabled: isValidId,
    // Show the client from the cached list while its details load.
    placeholderData: () => client.getQueryData(clientsQuery.queryKey)?.find((one) => String(one.id) === id),
  });
  const missing = !isValidId || isMissing(query.error);
  return (
    <>
      <BackToList />
      {missing && (
        <EmptyState icon={<SearchX size={22} />} title="Este cliente no existe">
          Puede que lo hayan retirado o que la dirección esté mal escrita.
        </EmptyState>
      )}
      {!missing && query.isPending && (
        <div role="status" aria-busy="true" aria-label="Cargando el cliente" className={styles['columns']}>
          <Skeleton height={260} />
          <Skeleton height={260} />
        </div>
      )}
      {!missing && query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {!missing && query.data && <ClientPage client={query.data} />}
    </>
  );
}

function ClientPage({ client }: { client: Client }) {
  const timeZone = useTimeZone();
  const title = client[titleKey(fieldsOf([client]))];
  const name = valueKind(title) === 'text' ? valueText(title) : `Cliente ${client.id}`;
  const at = coordinatesOf(valueOfRole(client, 'lat'), valueOfRole(client, 'lng'));
  return (
    <article aria-labelledby="client-name">
      <h2 id="client-name" className={styles['name']}>
        {name}
      </h2>
      <div className={styles['columns']}>
        {sectionsOf(client).map((section) => (
          <ClientSection key={section.group} client={client} section={section} timeZone={timeZone}>
            {at && section.group === 'Ubicación' && (
              <div className={styles['frame']}>
                <ClientPlace at={at} name={name} />
              </div>
            )}
          </ClientSection>
        ))}
      </div>
    </article>
  );
}

/** Map of the client, loaded after the rest of the page. */
function ClientPlace(place: { at: [lat: number, lng: number]; name: string }) {
  const part = useLazyModule(loadMap);
  return part ? <part.default {...place} /> : <Skeleton height={260} />;
}
