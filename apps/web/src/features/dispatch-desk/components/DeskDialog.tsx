import { addDays } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { CouriersManager } from '#features/couriers/CouriersManager.tsx';
import { SettingsWindow } from '#features/couriers/SettingsWindow.tsx';
import { CouriersImport } from '#features/imports/CouriersImport.tsx';
import { ImportWindow } from '#features/imports/components/ImportWindow.tsx';
import { DaysWindow } from '#features/days/DaysWindow.tsx';
import { ExportWindow } from '#features/exports/components/ExportWindow.tsx';
import { useNames } from '#features/orders/state/use-names.ts';
import { useDispatchOffice, useOrderWindow } from '#features/orders/state/use-orders-state.ts';
import { reviewsQuery } from '#features/reviews/api/reviews-query.ts';
import { ReviewsWindow } from '#features/reviews/ReviewsWindow.tsx';
import { importedTomorrowIntent } from '../rules/intents.ts';
import { type Dialog, useOpenDialog } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';
import { AssignWindow } from './AssignWindow.tsx';
import { CancelWindow } from './CancelWindow.tsx';
import { CloseWindow } from './CloseWindow.tsx';
import { CourierWindow } from './CourierWindow.tsx';
import { DayWindow } from './DayWindow.tsx';
import { HistoryWindow } from './HistoryWindow.tsx';
import { KeysWindow } from './KeysWindow.tsx';
import { MoveLoadWindow } from './MoveLoadWindow.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';
import { ReasonsWindow } from './ReasonsWindow.tsx';
import { SplitLoadWindow } from './SplitLoadWindow.tsx';
import { SuggestWindow } from './SuggestWindow.tsx';

/* Apart, because they load long after the rows and only for some. */
const LocateWindow = lazy(chunk(() => import('./LocateWindow.tsx')));
const SortWindow = lazy(chunk(async () => ({ default: (await import('./SortWindow.tsx')).SortWindow })));

interface Props {
  dialog: Dialog;
  onClose: () => void;
  /** Opens the closing of a courier's route. */
  onCloseRoute: (courierId: string) => void;
}

export function DeskDialog({ dialog, onClose, onCloseRoute }: Props) {
  const { officeId, timeZone } = useDispatchOffice();
  const office = { officeId, timeZone };
  const today = useToday(timeZone);
  const { open: openOrder } = useOrderWindow();
  const { reason } = useNames(officeId);
  const openDialog = useOpenDialog();
  const { run } = useActions();
  const reviews = useQuery(reviewsQuery(officeId)).data?.reviews ?? [];
  switch (dialog.kind) {
    case 'assign':
      return <AssignWindow orders={dialog.orders} onClose={onClose} />;
    case 'suggest':
      return <SuggestWindow orders={dialog.orders} onClose={onClose} />;
    case 'move':
      return <MoveLoadWindow from={dialog.from} load={dialog.load} onClose={onClose} />;
    case 'split':
      return <SplitLoadWindow from={dialog.from} load={dialog.load} isLeaving={false} onClose={onClose} />;
    case 'leave':
      return <SplitLoadWindow from={dialog.from} load={{ day: today, today }} isLeaving onClose={onClose} />;
    case 'sort':
      return <SortWindow courier={dialog.courier} load={dialog.load} onClose={onClose} />;
    case 'route':
      return (
        <CourierWindow
          title="Cerrar ruta"
          lead="Seleccione al repartidor que volvió: se anota cómo terminó cada parada y se guarda todo junto."
          orders={[]}
          onChoose={({ id }) => onCloseRoute(id)}
          onClose={onClose}
        />
      );
    case 'couriers':
      return (
        <FormWindow
          wide
          title="Repartidores de la oficina"
          lead="Lo que se cambie aquí lo ven todos al instante."
          onDismiss={onClose}
        >
          <CouriersManager
            {...office}
            editedId={dialog.editedId}
            renderImport={(onBack) => <CouriersImport officeId={officeId} onBack={onBack} />}
            onLeave={(from) => openDialog({ kind: 'leave', from })}
            onClose={onClose}
          />
        </FormWindow>
      );
    case 'days':
      return (
        <DaysWindow
          {...office}
          courierId={dialog.courierId}
          reviews={reviews}
          // Receipt of «Cerrar ruta», after which this window opens.
          receipt={<ReceiptCard isInWindow />}
          onCloseRoute={(courierId) => {
            onClose();
            onCloseRoute(courierId);
          }}
          onReview={() => openDialog({ kind: 'reviews' })}
          onClose={onClose}
        />
      );
    case 'reviews':
      return (
        <ReviewsWindow
          {...office}
          reasonName={reason}
          orderId={dialog.orderId}
          onOpenOrder={(id) => {
            onClose();
            openOrder({ kind: 'detail', id });
          }}
          onClose={onClose}
        />
      );
    case 'waiting':
      return <LocateWindow officeId={officeId} orderId={dialog.orderId} onClose={onClose} />;
    case 'reasons':
      return <ReasonsWindow onClose={onClose} />;
    case 'settings':
      return <SettingsWindow officeId={officeId} onClose={onClose} />;
    case 'history':
      return <HistoryWindow onClose={onClose} />;
    case 'import':
      return (
        <ImportWindow
          onTomorrow={(closed) => void run(importedTomorrowIntent(closed, addDays(today, 1)))}
          onLocate={() => openDialog({ kind: 'waiting' })}
          onClose={onClose}
        />
      );
    case 'export':
      return <ExportWindow onClose={onClose} />;
    case 'keys':
      return <KeysWindow place={dialog.place} onClose={onClose} />;
    case 'close':
    case 'correct':
      return <CloseWindow to={'to' in dialog ? dialog.to : undefined} orders={dialog.orders} onClose={onClose} />;
    case 'visit':
    case 'reschedule':
      return <DayWindow isVisit={dialog.kind === 'visit'} orders={dialog.orders} onClose={onClose} />;
    case 'cancel':
      return <CancelWindow orders={dialog.orders} onClose={onClose} />;
  }
}
