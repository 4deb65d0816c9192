import { type Client, id as clientId, SCREEN_ACCESS } from '@despacho/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { Link, useParams } from 'react-router-dom';
import { coordinatesOf } from './rules/coordinates.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { classes } from '#shared/styles/classes.ts';
import buttonStyles from '#shared/ui/Button/Button.module.css';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { clientOrdersQuery } from './api/client-orders-query.ts';
import { clientQuery, clientsQuery } from './api/clients-query.ts';
import styles from './ClientScreen.module.css';
import { BackToList } from './components/BackToList.tsx';
import { ClientOrders } from './components/ClientOrders.tsx';
import { ClientSection } from './components/ClientSection.tsx';
import { nameOf, valueOfRole } from './rules/fields.ts';
import { type Group } from './rules/dictionary.ts';
import { type Section, sectionsOf } from './rules/sections.ts';
import { clientDetailsQuery } from '#features/client-records/api/client-queries.ts';
import { KnownCard } from '#features/client-records/components/KnownCard.tsx';
import { RecordActions } from '#features/client-records/components/RecordActions.tsx';
import { RecordCards } from '#features/client-records/components/RecordCards.tsx';
import { useMayWriteClients } from '#features/client-records/state/use-may-write-clients.ts';
import { newOrderLink } from '#features/orders/rules/orders-path.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { useTimeZone } from '#features/session/state/use-time-zone.ts';

/** Loaded lazily, because it imports Leaflet and some clients have no coordinates. */
const loadMap = () => import('./components/ClientMap.tsx');

const isMissing = (error: unknown): boolean => error instanceof HttpFailure && error.status === 404;

/** Page of one client: orders and figures for those who may see them, and all fields. */
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
  useReportFirstRows(missing || !query.isPending);
  return (
    <>
      <BackToList />
      {missing && (
        <EmptyState icon={<SearchX size={22} />} title="Este cliente no existe">
          Puede que lo hayan retirado o que la dirección esté mal escrita.
        </EmptyState>
      )}
      {!missing && (
        <QueryStates query={query} label="Cargando el cliente" count={2} height={260} className={styles['columns']} />
      )}
      {!missing && query.data && <ClientPage client={query.data} />}
    </>
  );
}

/** Sections beside the orders, most used first; the others are below the orders. */
const ASIDE: readonly Group[] = ['Contacto', 'Ubicación'];

function ClientPage({ client }: { client: Client }) {
  const timeZone = useTimeZone();
  const hasOrders = useHasOrders();
  const { officeId } = useOffice();
  const rights = useMayWriteClients();
  const id = String(client.id);
  const details = useQuery({ ...clientDetailsQuery(officeId, id), enabled: rights.isOwn === true });
  const all = useQuery({ ...clientsQuery, enabled: rights.mayWrite }).data;
  const orders = useQuery({ ...clientOrdersQuery(officeId, String(client.id)), enabled: hasOrders });
  const name = nameOf(client);
  useTitle('record', name);
  const at = coordinatesOf(valueOfRole(client, 'lat'), valueOfRole(client, 'lng'));
  const sections = sectionsOf(client);
  const cardOf = (section: Section) => (
    <ClientSection key={section.group} client={client} section={section} timeZone={timeZone}>
      {at && section.group === 'Ubicación' && (
        <div className={styles['frame']}>
          <ClientPlace at={at} name={name} />
        </div>
      )}
    </ClientSection>
  );
  const aside = ASIDE.flatMap((group) => sections.filter((section) => section.group === group));
  const own = (
    <>
      {details.data && <RecordCards client={details.data} />}
      {rights.hasNotes && <KnownCard officeId={officeId} client={{ id, name }} mayNote={rights.mayNote} />}
    </>
  );
  return (
    <article aria-labelledby="client-name">
      <header className={styles['header']}>
        <div>
          <h2 id="client-name" className={styles['name']}>
            {name}
          </h2>
          <p className="muted">{identityOf(client)}</p>
          {details.data?.active === false && <p className="muted">Inactivo</p>}
        </div>
        <div className="row">
          {rights.isOwn !== false && (
            <RecordActions
              officeId={officeId}
              timeZone={timeZone}
              client={details.data}
              others={(all ?? []).map(candidateOf)}
              mayWrite={rights.mayWrite}
            />
          )}
          {hasOrders && <NewOrder client={client} name={name} />}
        </div>
      </header>
      {details.isLoadingError && <QueryError query={details} />}
      {hasOrders ? (
        <div className={styles['sides']} data-waiting={orders.isPending || undefined}>
          <div>
            <ClientOrders clientId={String(client.id)} />
            {sections.filter((section) => !aside.includes(section)).map(cardOf)}
          </div>
          <div>
            {own}
            {aside.map(cardOf)}
          </div>
        </div>
      ) : (
        <div className={styles['columns']}>
          {own}
          {sections.map(cardOf)}
        </div>
      )}
    </article>
  );
}

/** @returns the client's value of a role; empty if it has none or it is no text. */
function textOf(client: Client, role: Parameters<typeof valueOfRole>[1]): string {
  const value = valueOfRole(client, role);
  return valueKind(value) === 'text' ? valueText(value) : '';
}

/** @returns what identifies a client in the list of those that may be doubles. */
const candidateOf = (client: Client) => ({
  id: String(client.id),
  name: nameOf(client),
  code: textOf(client, 'code'),
  taxId: textOf(client, 'taxId'),
});

/** @returns whether the user may see orders here, and this server has a dispatch service. */
function useHasOrders(): boolean {
  const { data: config } = useQuery(configQuery);
  return useMayUse()(SCREEN_ACCESS.assing) && config?.sections.operations !== false;
}

/** @returns a line that identifies the client: «RUC 20657527735 · C0001». */
function identityOf(client: Client): string {
  const taxId = textOf(client, 'taxId');
  return [taxId.length === 11 ? `RUC ${taxId}` : taxId, textOf(client, 'code')].filter(Boolean).join(' · ');
}

function NewOrder({ client, name }: { client: Client; name: string }) {
  const me = useSession();
  const { officeId } = useOffice();
  const link = newOrderLink({ id: String(client.id), name, phone: textOf(client, 'phone') || null }, officeId, me);
  return (
    <Link {...link} className={classes(buttonStyles['button'], buttonStyles['primary'])}>
      <Plus size={18} aria-hidden="true" />
      Nueva orden
    </Link>
  );
}

/** Map of the client, loaded after the rest of the page. */
function ClientPlace(place: { at: [lat: number, lng: number]; name: string }) {
  const part = useLazyModule(loadMap);
  return part ? <part.default {...place} /> : <Skeleton height={260} />;
}
