import Plus from 'lucide-react/icons/plus';
import { type ReactNode } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { useOrderWindow } from './state/use-orders-state.ts';
import { useOrdersOffice } from './state/use-orders-office.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { OrdersSearch } from './components/OrdersSearch.tsx';

/** Controls in the top bar: office, search, and the given ones. */
export function OrdersTools({ children }: { children?: ReactNode }) {
  const office = useOrdersOffice();
  const { open } = useOrderWindow();
  const create = (): void => {
    open({ kind: 'new' });
  };
  useShortcut('n', create);
  const isWide = useMediaQuery('(width >= 61.9375em)');
  return (
    <TopBarSlot>
      <span data-many="" hidden />
      <OfficePicker office={office} />
      <OrdersSearch />
      {children}
      {isWide ? (
        <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} aria-keyshortcuts="N" onClick={create}>
          Nueva orden
        </Button>
      ) : (
        <IconButton
          label="Nueva orden"
          icon={<Plus size={18} aria-hidden="true" />}
          aria-keyshortcuts="N"
          onClick={create}
        />
      )}
    </TopBarSlot>
  );
}
