import { useQuery } from '@tanstack/react-query';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { reviewsQuery } from './api/reviews-query.ts';

/** «Por revisar» with the number of pending visits. Nothing while there are none. */
export function ReviewsButton({ officeId, onOpen }: { officeId: string; onOpen: () => void }) {
  const { data } = useQuery(reviewsQuery(officeId));
  if (!data || data.pending === 0) return null;
  return (
    <Button size="sm" icon={<ClipboardList size={16} aria-hidden="true" />} onClick={onOpen}>
      Por revisar: {formatNumber(data.pending)}
    </Button>
  );
}
