import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { useTitle } from '#shared/hooks/use-title.ts';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { type LoadDay, stopsQuery } from '#features/orders/api/stops-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';

interface Route {
  courier: Courier;
  stops: readonly Order[];
  /** The button that leaves the view. */
  back: ReactNode;
}

interface Props {
  courierId: string;
  load: LoadDay;
  /** Title of the view in the title of the document: «Hoja de ruta». */
  title: string;
  /** The loading message: «Preparando la hoja de ruta». */
  waiting: string;
  className: string | undefined;
  /** Another query to wait for. */
  needed?: UseQueryResult | undefined;
  onBack: () => void;
  children: (route: Route) => ReactNode;
}

/** Loads a courier with the stops; shows instead that they are loading, cannot be loaded, or do not exist. */
export function CourierRoute({ courierId, load, title, waiting, className, needed, onBack, children }: Props) {
  const { officeId } = useDispatchOffice();
  const couriers = useQuery(couriersOn(officeId, load));
  const stops = useQuery(stopsQuery(officeId, courierId, load));
  const queries = [couriers, stops, ...(needed ? [needed] : [])];
  const courier = couriers.data?.find(({ id }) => id === courierId);
  useTitle('record', courier && `${title} de ${courier.name}`);
  const failed = queries.find(({ isError, data }) => isError && data === undefined);
  const back = (
    <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
      Volver a las órdenes
    </Button>
  );
  if (courier && stops.data && queries.every(({ data }) => data !== undefined))
    return children({ courier, stops: stops.data, back });
  if (failed)
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => {
          for (const query of queries) if (query.isError) void query.refetch();
        }}
        busy={queries.some(({ isFetching }) => isFetching)}
      />
    );
  if (couriers.data && !courier)
    return (
      <EmptyState title="Ese repartidor no está en esta oficina" action={back}>
        Puede que la dirección esté mal escrita, o que sea de otra oficina.
      </EmptyState>
    );
  return <Skeletons label={waiting} height={420} className={className} />;
}
