import { SCREEN_ACCESS } from '@despacho/contracts';
import MapIcon from 'lucide-react/icons/map';
import Table2 from 'lucide-react/icons/table-2';
import { Link } from 'react-router-dom';
import iconButton from '#shared/ui/IconButton/IconButton.module.css';
import { classes } from '#shared/styles/classes.ts';
import { Tooltip } from '#shared/ui/Tooltip/Tooltip.tsx';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { mapPath, ordersPath } from '../rules/orders-path.ts';
import { useDispatchOffice, useOrderFilter } from '../state/use-orders-state.ts';

interface Props {
  /** The target screen. */
  to: 'map' | 'table';
}

const VIEWS = {
  map: { label: 'Ver en el mapa', Icon: MapIcon, access: SCREEN_ACCESS.map, path: mapPath },
  table: { label: 'Ver en la tabla', Icon: Table2, access: SCREEN_ACCESS.assing, path: ordersPath },
} as const;

/**
 * Links to the same orders, with the same selection, on the map or in the table; renders nothing without access to it.
 */
export function OtherViewLink({ to }: Props) {
  const { label, Icon, access, path } = VIEWS[to];
  const me = useSession();
  const mayUse = useMayUse();
  const { officeId } = useDispatchOffice();
  const { written } = useOrderFilter();
  if (!mayUse(access)) return null;
  return (
    <Tooltip text={label}>
      <Link
        to={path(written, officeId, me)}
        aria-label={label}
        className={classes(iconButton['button'], iconButton['plain'])}
      >
        <Icon size={18} aria-hidden="true" />
      </Link>
    </Tooltip>
  );
}
