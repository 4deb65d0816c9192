import { useQuery } from '@tanstack/react-query';
import { SettingsWindow } from '../../couriers/SettingsWindow.tsx';
import { DaysWindow } from '../../days/DaysWindow.tsx';
import { useNames } from '../../orders/state/use-names.ts';
import { useDispatchOffice, useOrderWindow } from '../../orders/state/use-orders-state.ts';
import { reviewsQuery } from '../../reviews/api/reviews-query.ts';
import { ReviewsWindow } from '../../reviews/ReviewsWindow.tsx';
import { type Dialog, useOpenDialog } from '../state/dialogs.ts';
import { type UseActions } from '../state/use-actions.ts';
import { AssignWindow } from './AssignWindow.tsx';
import { CancelWindow } from './CancelWindow.tsx';
import { ChooseRouteWindow } from './ChooseRouteWindow.tsx';
import { CloseManyWindow } from './CloseManyWindow.tsx';
import { CloseWindow } from './CloseWindow.tsx';
import { CorrectWindow } from './CorrectWindow.tsx';
import { CouriersWindow } from './CouriersWindow.tsx';
import { DayWindow } from './DayWindow.tsx';
import { HistoryWindow } from './HistoryWindow.tsx';
import { KeysWindow } from './KeysWindow.tsx';
import { MoveLoadWindow } from './MoveLoadWindow.tsx';
import { ReasonsWindow } from './ReasonsWindow.tsx';
import { SuggestWindow } from './SuggestWindow.tsx';

interface Props {
  dialog: Dialog;
  actions: UseActions;
  onClose: () => void;
  /** Opens the closing of a courier's route. */
  onCloseRoute: (courierId: string) => void;
}

/** Renders the open dialog. */
export function DeskDialog({ dialog, onCloseRoute, ...rest }: Props) {
  const { officeId, timeZone } = useDispatchOffice();
  const office = { officeId, timeZone };
  const { open: openOrder } = useOrderWindow();
  const { reason } = useNames(officeId);
  const openDialog = useOpenDialog();
  const reviews = useQuery(reviewsQuery(officeId)).data?.reviews ?? [];
  switch (dialog.kind) {
    case 'assign':
      return <AssignWindow orders={dialog.orders} {...rest} />;
    case 'suggest':
      return <SuggestWindow orders={dialog.orders} {...rest} />;
    case 'move':
      return <MoveLoadWindow from={dialog.from} {...rest} />;
    case 'route':
      return <ChooseRouteWindow onChoose={onCloseRoute} onClose={rest.onClose} />;
    case 'couriers':
      return <CouriersWindow editedId={dialog.editedId} onClose={rest.onClose} />;
    case 'days':
      return (
        <DaysWindow
          {...office}
          courierId={dialog.courierId}
          reviews={reviews}
          onCloseRoute={(courierId) => {
            rest.onClose();
            onCloseRoute(courierId);
          }}
          onReview={() => {
            openDialog({ kind: 'reviews' });
          }}
          onClose={rest.onClose}
        />
      );
    case 'reviews':
      return (
        <ReviewsWindow
          {...office}
          reasonName={reason}
          onOpenOrder={(id) => {
            rest.onClose();
            openOrder({ kind: 'detail', id });
          }}
          onClose={rest.onClose}
        />
      );
    case 'reasons':
      return <ReasonsWindow onClose={rest.onClose} />;
    case 'settings':
      return <SettingsWindow officeId={officeId} onClose={rest.onClose} />;
    case 'history':
      return <HistoryWindow {...rest} />;
    case 'keys':
      return <KeysWindow onClose={rest.onClose} />;
    case 'close':
      return dialog.to === 'entregada' && dialog.orders.length > 1 ? (
        <CloseManyWindow orders={dialog.orders} {...rest} />
      ) : (
        <CloseWindow to={dialog.to} orders={dialog.orders} {...rest} />
      );
    case 'visit':
    case 'reschedule':
      return <DayWindow isVisit={dialog.kind === 'visit'} orders={dialog.orders} {...rest} />;
    case 'cancel':
      return <CancelWindow orders={dialog.orders} {...rest} />;
    case 'correct':
      return <CorrectWindow orders={dialog.orders} {...rest} />;
  }
}
