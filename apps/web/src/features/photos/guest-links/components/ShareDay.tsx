import Share2 from 'lucide-react/icons/share-2';
import { lazy, Suspense, useState } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type SharedDay } from '../rules/guest-link.ts';

const ShareDayWindow = lazy(chunk(() => import('./ShareDayWindow.tsx')));

interface Props extends SharedDay {
  /** For a small button. */
  small?: boolean;
  label?: string;
}

/** Shares the constancias of a client's day, and lists the links of the whole office. */
export function ShareDay({ small = false, label = 'Compartir', ...shared }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size={small ? 'sm' : 'md'} icon={<Share2 size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDayWindow {...shared} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
