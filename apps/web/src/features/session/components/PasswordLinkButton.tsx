import { lazy, Suspense, useState } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { type LinkUse, type PasswordLinkOf } from '../rules/reset-link.ts';
import { Button } from '#shared/ui/Button/Button.tsx';

const PasswordLinkWindow = lazy(chunk(() => import('./PasswordLinkWindow.tsx')));

const LABELS = {
  password: ['Enlace de contraseña', 'para'],
  provider: ['Invitar con la cuenta de la empresa', 'a'],
} as const satisfies Record<LinkUse, readonly string[]>;

/** Creates a link for a person, for charge S with G01. */
export function PasswordLinkButton({ use = 'password', officeId, person }: PasswordLinkOf & { use?: LinkUse }) {
  const [open, setOpen] = useState(false);
  const [label, preposition] = LABELS[use];
  return (
    <>
      <Button aria-label={`${label} ${preposition} ${person.name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PasswordLinkWindow use={use} officeId={officeId} person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
