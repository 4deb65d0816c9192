import { lazy, Suspense, useState } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { type PasswordLinkOf } from '../rules/reset-link.ts';
import { Button } from '#shared/ui/Button/Button.tsx';

const PasswordLinkWindow = lazy(chunk(() => import('./PasswordLinkWindow.tsx')));

/** «Enlace de contraseña» of a person's row, for charge S with G01. */
export function PasswordLinkButton({ officeId, person }: PasswordLinkOf) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={`Enlace de contraseña para ${person.name}`} onClick={() => setOpen(true)}>
        Enlace de contraseña
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PasswordLinkWindow officeId={officeId} person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
