import { type OpenWorkToGive } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import windowForm from '#shared/ui/Window/WindowForm.module.css';

interface Props {
  title: string;
  lead: string;
  label: string;
  open: OpenWorkToGive;
  busy: boolean;
  error: Error | null;
  /** @param to id of the colleague who receives the lines; undefined for the list. */
  onConfirm: (to: string | undefined) => void;
  onClose: () => void;
}

/** Asks before a person with lines of «Por atender» loses access, and who receives the lines. */
export function LeaveWindow({ title, lead, label, open, busy, error, onConfirm, onClose }: Props) {
  const [to, setTo] = useState('');
  return (
    <Window role="alertdialog" title={title} lead={lead} onDismiss={busy ? undefined : onClose}>
      {/* No form: the window may be inside the one of the person. */}
      <div className={windowForm['form']}>
        <SelectField
          label="Sus líneas de «Por atender»"
          value={to}
          options={[
            { value: '', label: 'Vuelven a la lista, sin encargado' },
            ...open.colleagues.map(({ id, name }) => ({ value: id, label: `Pasan a ${name}` })),
          ]}
          hint={
            open.colleagues.length === 0
              ? 'Nadie más de la oficina usa «Por atender» y Asignación'
              : 'Lo que esa persona no puede ver vuelve a la lista'
          }
          onChange={setTo}
        />
        <FailureAlert error={error} />
        <WindowFoot>
          <Button onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button variant="danger" loading={busy} onClick={() => onConfirm(to === '' ? undefined : to)}>
            {label}
          </Button>
        </WindowFoot>
      </div>
    </Window>
  );
}
