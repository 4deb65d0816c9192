import { officeId } from '@despacho/contracts';
import { useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { type OfficeChoice } from '../state/use-office.ts';
import styles from './OfficePicker.module.css';

/** Selects the office from the list, or by its code where the list is unavailable. */
export function OfficePicker({ office }: { office: OfficeChoice }) {
  if (!office.canChoose) return null;
  if (office.offices === undefined) return <Skeleton width={120} height="var(--control)" />;
  if (office.offices === null) return <TypedOffice key={office.officeId} office={office} />;
  return (
    <Select
      label="Oficina"
      terse
      value={office.officeId}
      options={office.offices.map(({ id: value, name, closed }) => ({
        value,
        label: closed === true ? `${name} (cerrada)` : name,
      }))}
      onChange={office.choose}
    />
  );
}

function TypedOffice({ office }: { office: OfficeChoice }) {
  const [text, setText] = useState(office.officeId);
  const valid = officeId.safeParse(text.trim()).success;
  return (
    <form
      className={styles['typed']}
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) office.choose(text.trim());
      }}
    >
      <label className={styles['label']}>
        Oficina
        <input
          className={styles['input']}
          value={text}
          size={10}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={!valid}
          title="No se pueden listar las oficinas; escriba el código de la que quiere ver"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={!valid || text.trim() === office.officeId}>
        Ver
      </Button>
    </form>
  );
}
