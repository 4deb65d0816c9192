import {
  CHARGES,
  type CreatedPerson,
  isChargeCode,
  MAX_PEOPLE_TEXT,
  peopleOperations,
} from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureSentences } from '#shared/format/failure-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { call } from '#shared/http/call.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { Field } from '#shared/ui/Field/Field.tsx';
import { classes } from '#shared/styles/classes.ts';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import windowForm from '#shared/ui/Window/WindowForm.module.css';
import { readTextFile } from '../rules/read-text-file.ts';
import { useCreatePeople } from '../state/use-create-people.ts';
import styles from './PeopleTables.module.css';

interface Props {
  officeId: string;
  onClose: () => void;
  onCreated: (people: readonly CreatedPerson[]) => void;
}

const EXAMPLE = 'Nombre\tUsuario\tCargo\tPerfil\nRosa Quispe\trosa.quispe\tD\tDespachador';

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

/** Creates people from cells pasted from a spreadsheet, or a CSV file: first a preview, then all of them. */
export function ManyPeople({ officeId, onClose, onCreated }: Props) {
  const [text, setText] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const preview = useMutation({
    mutationFn: (given: string) =>
      call(peopleOperations['people.preview'], { query: { officeId }, body: { text: given } }),
  });
  const create = useCreatePeople(officeId);
  const people = preview.data?.people ?? [];
  const wrong = people.filter(({ problems }) => problems.length > 0).length;
  const put = (next: string): void => {
    setText(next);
    preview.reset();
    create.reset();
  };
  const tooLong = text.length > MAX_PEOPLE_TEXT;
  return (
    <form
      noValidate
      className={windowForm['form']}
      aria-label="Crear varias personas"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !tooLong && !preview.isPending) preview.mutate(text);
      }}
    >
      <Field
        label="Pegue la lista"
        hint="Una persona por fila: nombre, usuario, cargo, perfil o módulos. Sin usuario, se propone uno."
        error={tooLong ? 'La lista es demasiado larga; péguela en partes' : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            className={classes(control.className, styles['text'])}
            value={text}
            placeholder={EXAMPLE}
            spellCheck={false}
            onChange={({ target }) => put(target.value)}
          />
        )}
      </Field>
      <div className={styles['row']}>
        <Button type="submit" loading={preview.isPending} disabled={text.trim() === '' || tooLong}>
          Revisar la lista
        </Button>
        <Button onClick={() => file.current?.click()}>Elegir un archivo CSV</Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            target.value = '';
            if (chosen) void readTextFile(chosen).then(put);
          }}
        />
      </div>
      {preview.isError && <Alert>{failureSentences(preview.error)}</Alert>}
      {preview.isSuccess && people.length === 0 && <Alert>La lista no tiene filas.</Alert>}
      {people.length > 0 && (
        <>
          <p role="status">
            {plural(people.length, 'persona', 'personas')}
            {wrong > 0 && `, ${plural(wrong, 'fila por corregir', 'filas por corregir')}`}
            {(preview.data?.left ?? 0) > 0 &&
              `. Quedan ${formatNumber(preview.data?.left ?? 0)} filas para la próxima vez: se crean de cien en cien`}
          </p>
          <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Personas de la lista">
            <DataGrid
              className={styles['table']}
              rows={people}
              keyOf={({ line }) => String(line)}
              columns={[
                { key: 'line', title: 'Fila', cell: ({ line }) => line },
                { key: 'name', title: 'Nombre', cell: ({ name }) => name },
                {
                  key: 'username',
                  title: 'Usuario',
                  cell: ({ username, proposed }) => (
                    <>
                      <code>{username}</code>
                      {proposed && ' (propuesto)'}
                    </>
                  ),
                },
                {
                  key: 'charge',
                  title: 'Cargo',
                  cell: ({ charge }) => (isChargeCode(charge) ? CHARGES[charge] : charge),
                },
                { key: 'modules', title: 'Módulos', cell: ({ modules }) => modules.join(', ') || 'Ninguno' },
                {
                  key: 'problems',
                  title: 'Por corregir',
                  cell: ({ problems }) =>
                    problems.length === 0 ? (
                      '–'
                    ) : (
                      <ul className={styles['problems']}>
                        {problems.map((problem) => (
                          <li key={problem}>{problem}</li>
                        ))}
                      </ul>
                    ),
                },
              ]}
            />
          </div>
        </>
      )}
      {create.isError && <Alert>{failureSentences(create.error)}</Alert>}
      <WindowFoot>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          variant="primary"
          loading={create.isPending}
          disabled={people.length === 0 || wrong > 0}
          onClick={() =>
            create.mutate(
              people.flatMap(({ name, username, charge, modules }) =>
                isChargeCode(charge) ? [{ name, username, charge, modules }] : [],
              ),
              { onSuccess: onCreated },
            )
          }
        >
          {people.length > 1 ? `Crear ${formatNumber(people.length)} personas` : 'Crear'}
        </Button>
      </WindowFoot>
    </form>
  );
}
