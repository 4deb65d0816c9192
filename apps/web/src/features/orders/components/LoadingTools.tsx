import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { useOffice } from '#features/session/state/use-office.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';

/**
 * Keeps the place of a screen's controls in the top bar while it loads. In a second row they would move everything below.
 * @param hasMany whether there are controls beside the office's, as in `OrdersTools`.
 */
export function LoadingTools({ hasMany = false }: { hasMany?: boolean }) {
  const office = useOffice();
  return (
    <TopBarSlot>
      {hasMany && <span data-many="" hidden />}
      <OfficePicker office={office} />
      {hasMany && <Skeleton width={34} height="var(--control)" />}
    </TopBarSlot>
  );
}
