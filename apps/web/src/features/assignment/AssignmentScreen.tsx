import Route from 'lucide-react/icons/route';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';

/** Order assignment, before there are orders in the product. */
export function Component() {
  return (
    <EmptyState icon={<Route size={22} />} title="La asignación de órdenes está en preparación">
      <p>
        Esta página mostrará las órdenes del día junto al mapa y a los repartidores en turno, para asignarlas una por
        una o por grupos. Todavía no está disponible.
      </p>
    </EmptyState>
  );
}
