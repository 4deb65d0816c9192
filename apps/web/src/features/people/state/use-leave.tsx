import { type OpenWorkToGive, type PersonOfOffice } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { readOpenWork } from '../api/people-query.ts';
import { openWorkText } from '../rules/open-work-text.ts';
import { LeaveWindow } from '../components/LeaveWindow.tsx';
import { type useSavePerson } from './use-save-person.ts';

const QUESTIONS = {
  disable: {
    title: (name: string) => `¿Desactivar a ${name}?`,
    text: 'No podrá ingresar y sus sesiones se cierran ahora. Se puede volver a activar.',
    label: 'Desactivar',
  },
  retire: {
    title: (name: string) => `¿Retirar a ${name}?`,
    text: 'No podrá ingresar y sus sesiones se cierran ahora. Lo que hizo se sigue leyendo con su nombre.',
    label: 'Retirar',
  },
  move: {
    title: (name: string) => `¿Cambiar a ${name} de oficina?`,
    text: 'Sus sesiones se cierran ahora; la próxima vez ingresa con la sucursal nueva. Sus módulos no cambian.',
    label: 'Cambiar de oficina',
  },
  delete: {
    title: (name: string) => `¿Eliminar la cuenta de ${name}?`,
    text: 'Nunca ingresó. La cuenta desaparece y su usuario queda libre; en Registro queda que se eliminó.',
    label: 'Eliminar',
  },
  removeFactor: {
    title: (name: string) => `¿Quitar el segundo paso de ${name}?`,
    text: 'Hágalo solo si la persona se lo pidió y usted la reconoce. Sus sesiones se cierran ahora; al ingresar le bastará su contraseña, o lo activará de nuevo si su empresa lo pide.',
    label: 'Quitar el segundo paso',
  },
  unlinkProvider: {
    title: (name: string) => `¿Desvincular la cuenta de la empresa de ${name}?`,
    text: 'No podrá ingresar con ella. Después, invítela de nuevo o, si en su empresa se ingresa con contraseña, envíele un enlace. Sus sesiones se cierran ahora.',
    label: 'Desvincular',
  },
} as const;

export type Leave = { do: Exclude<keyof typeof QUESTIONS, 'move'> } | { do: 'move'; to: string };

interface Asked {
  person: PersonOfOffice;
  act: Leave;
  open: OpenWorkToGive;
  onDone: (() => void) | undefined;
}

/**
 * Confirms before a person loses access: names their open work, and asks who receives their lines of «Por atender».
 * @returns `leave`, which starts this, and the window that asks about the lines, if it is open.
 */
export function useLeave(officeId: string, save: ReturnType<typeof useSavePerson>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = (
    { person, act, onDone }: Omit<Asked, 'open'>,
    given: { openWork?: 'known'; linesTo?: string | undefined },
  ): void => {
    const done = (): void => {
      setAsked(null);
      onDone?.();
    };
    save.mutate({ ...act, person, ...given }, { onSuccess: done });
  };
  const leave = async (person: PersonOfOffice, act: Leave, onDone?: () => void): Promise<void> => {
    if (save.isPending) return;
    save.reset();
    const { title, text, label } = QUESTIONS[act.do];
    // If it cannot be read, the service refuses and names it. An account with open work is not deleted.
    const isKept = act.do === 'delete' || act.do === 'removeFactor' || act.do === 'unlinkProvider';
    const open = isKept ? null : await readOpenWork(officeId, person.id).catch(() => null);
    if (open && open.lines > 0) {
      setAsked({ person, act, open, onDone });
      return;
    }
    const named = open && openWorkText(open);
    const sure = await confirm({
      title: title(person.name),
      text: named === null ? text : `Tiene abierto ${named}. ${text}`,
      confirmLabel: named === null ? label : `${label} de todos modos`,
      danger: true,
    });
    if (sure) send({ person, act, onDone }, named === null ? {} : { openWork: 'known' });
  };
  const { title, text, label } = QUESTIONS[asked?.act.do ?? 'disable'];
  const leaveWindow = asked && (
    <LeaveWindow
      title={title(asked.person.name)}
      lead={`Tiene abierto ${openWorkText(asked.open) ?? ''}. ${text}`}
      label={label}
      open={asked.open}
      busy={save.isPending}
      error={save.error}
      onConfirm={(linesTo) => send(asked, { openWork: 'known', linesTo })}
      onClose={() => setAsked(null)}
    />
  );
  return { leave, leaveWindow };
}
