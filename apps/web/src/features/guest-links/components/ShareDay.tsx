import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { useLazyModule } from '../../../shared/hooks/use-lazy-module.ts';
import { Button } from '../../../shared/ui/Button/Button.tsx';

interface Props {
  officeId: string;
  timeZone: string;
  /** Clients to choose from. */
  clients: readonly { value: string; label: string }[];
  /** The client and day that are suggested. */
  clientId?: string | undefined;
  day?: string | undefined;
}

const load = () => import('./ShareDayWindow.tsx');

/** Shares the constancias of a client's day. */
export function ShareDay(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Share2 size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Compartir
      </Button>
      {isOpen && <Loaded {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Loaded(props: Props & { onClose: () => void }) {
  const part = useLazyModule(load);
  return part ? <part.ShareDayWindow {...props} /> : null;
}
