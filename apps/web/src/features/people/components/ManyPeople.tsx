import {
  CHARGES,
  type CreatedPeople,
  PEOPLE_COLUMNS,
  type PeopleColumn,
  peopleOperations,
  type PersonLine,
} from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { call } from '#shared/http/call.ts';
import { TableImport } from '#features/imports/components/TableImport.tsx';
import { csvTemplate } from '#features/imports/rules/csv-template.ts';
import { useTableImport } from '#features/imports/state/use-table-import.ts';
import { useCreatePeople } from '../state/use-create-people.ts';

interface Props {
  officeId: string;
  onClose: () => void;
  onCreated: (created: CreatedPeople) => void;
}

type Good = Extract<PersonLine, { ok: true }>;

const EXAMPLE = 'Nombre\tUsuario\tCargo\tPerfil\nRosa Quispe\trosa.quispe\tD\tDespachador';

/** Creates people from pasted cells or a file: first a preview, then all of them. */
export function ManyPeople({ officeId, onClose, onCreated }: Props) {
  const [text, setText] = useState('');
  const create = useCreatePeople(officeId);
  const work = useTableImport<PeopleColumn, PersonLine>(
    officeId,
    (file) => call(peopleOperations['people.preview'], file),
    create.reset,
  );
  const lines = work.preview?.readable ? work.preview.lines : [];
  const people = lines.filter((line) => line.ok);
  return (
    <TableImport<PeopleColumn, Good>
      work={work}
      columns={PEOPLE_COLUMNS}
      fileLabel="Archivo de personas"
      template={{ href: csvTemplate(PEOPLE_COLUMNS), download: 'plantilla-personas.csv' }}
      pasted={{
        text,
        hint: 'Una persona por fila: nombre, usuario, cargo, perfil o módulos. Sin usuario, se propone uno.',
        example: EXAMPLE,
        onChange: setText,
      }}
      summary={[countText(people.length, 'persona', 'personas')]}
      sections={[
        {
          title: 'Personas nuevas',
          headings: ['Nombre', 'Usuario', 'Cargo', 'Módulos'],
          rows: people.map(({ line, input: { name, username, charge, modules }, proposed }) => ({
            line,
            cells: [
              name,
              <span key="username">
                <code>{username}</code>
                {proposed && ' (propuesto)'}
              </span>,
              CHARGES[charge],
              modules.join(', ') || 'Ninguno',
            ],
          })),
        },
      ]}
      create={{
        label: people.length > 1 ? `Crear ${countText(people.length, 'persona', 'personas')}` : 'Crear',
        // A list is created completely or not at all, so that nobody is forgotten.
        disabled: people.length === 0 || people.length < lines.length,
        isPending: create.isPending,
        failure: create.error,
        run: () =>
          create.mutate(
            people.map(({ input }) => input),
            { onSuccess: onCreated },
          ),
      }}
      onClose={onClose}
    />
  );
}
