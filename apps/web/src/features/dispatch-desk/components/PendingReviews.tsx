import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { ReviewsButton } from '../../reviews/ReviewsButton.tsx';
import { useOpenDialog } from '../state/dialogs.ts';

/** The counter of «Por revisar», which opens it. */
export function PendingReviews() {
  const { officeId } = useDispatchOffice();
  const open = useOpenDialog();
  return (
    <ReviewsButton
      officeId={officeId}
      onOpen={() => {
        open({ kind: 'reviews' });
      }}
    />
  );
}
