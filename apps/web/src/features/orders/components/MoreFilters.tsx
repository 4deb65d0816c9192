import ListFilter from 'lucide-react/icons/list-filter';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import buttonStyles from '#shared/ui/Button/Button.module.css';
import { classes } from '#shared/styles/classes.ts';
import floating from '#shared/ui/Floating/Floating.module.css';
import { usePopups } from '#shared/ui/popups/use-popups.ts';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { useOrderFilter } from '../state/use-orders-state.ts';
import styles from './MoreFilters.module.css';

const loadFilters = afterFirstRows(() => import('./OtherFilters.tsx'));

/**
 * Button that opens the other filters.
 * @param compact shows an icon instead of the word.
 */
export function MoreFilters({ compact = false }: { compact?: boolean }) {
  const { filter } = useOrderFilter();
  const { couriers, districts, zones, clients } = filter;
  const count = [couriers, districts, zones, clients].reduce((sum, { is, not }) => sum + is.length + not.length, 0);
  const name = count > 0 ? `Filtros (${count})` : 'Filtros';
  const filters = useLazyModule(loadFilters);
  const { parts, trigger, placeholder } = usePopups();
  const button = {
    className: classes(
      buttonStyles['button'],
      buttonStyles['secondary'],
      buttonStyles['sm'],
      compact && styles['compact'],
    ),
    children: (
      <>
        <ListFilter size={16} aria-hidden="true" />
        {compact ? (
          <>
            <span className="visually-hidden">Filtros</span> {count > 0 && count}
          </>
        ) : (
          name
        )}
      </>
    ),
  };
  if (!parts) return <button {...button} aria-haspopup="dialog" {...placeholder} />;
  const { Popover } = parts;
  return (
    <Popover.Root>
      <Popover.Trigger ref={trigger} {...button} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className={floating['positioner']}>
          <Popover.Popup className={styles['popup']} aria-label="Filtros">
            {filters ? <filters.OtherFilters /> : <Skeletons label="Abriendo los filtros" count={4} height={44} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
