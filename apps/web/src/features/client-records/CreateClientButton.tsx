import { type ClientDetails } from '@despacho/contracts/dispatch';
import UserPlus from 'lucide-react/icons/user-plus';
import { Suspense, useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ClientWindow } from './lazy-windows.ts';
import { useMayWriteClients } from './state/use-may-write-clients.ts';

interface Props {
  officeId: string;
  /** The text typed where the client is missing. */
  name: string;
  onCreated: (client: ClientDetails) => void;
}

/** «Crear cliente» where a name is no client yet. Rendered for people who may write clients. */
export function CreateClientButton({ officeId, name, onCreated }: Props) {
  const { mayWrite } = useMayWriteClients();
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button size="sm" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Crear cliente
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ClientWindow
            officeId={officeId}
            client={null}
            name={name}
            onClose={() => setOpen(false)}
            onSaved={onCreated}
          />
        </Suspense>
      )}
    </>
  );
}
