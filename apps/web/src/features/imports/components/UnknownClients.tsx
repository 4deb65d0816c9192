import { type UnknownClients as Unknown } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { CreateClientButton } from '#features/client-records/CreateClientButton.tsx';
import { ClientField } from '#features/orders/components/ClientField.tsx';
import { lineCount } from '../rules/lines-text.ts';
import { type Import } from '../state/use-import.ts';
import styles from './ImportQuestions.module.css';

interface Props {
  unknown: Unknown;
  work: Pick<Import, 'answerClients' | 'isFixing' | 'isReading' | 'isImporting'>;
  officeId: string;
}

/**
 * Asks about the clients of the file that are not in the list: each is one of the list, or stays as written. One press
 * answers all.
 */
export function UnknownClients({ unknown: { asked, more }, work, officeId }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const clients = asked.flatMap(({ text }) => {
    const client = chosen.get(text)?.trim() ?? '';
    return client === '' ? [] : [{ text, client }];
  });
  return (
    <>
      <p>
        No están entre sus clientes. Escriba cuál es cada uno, o deje el campo vacío para guardar el nombre como está en
        el archivo.
      </p>
      <div className={styles['clients']}>
        {asked.map(({ text, lines }) => (
          <div key={text} className={styles['client']}>
            <ClientField
              label={`«${text}», ${lineCount(lines)}`}
              hint=""
              value={chosen.get(text) ?? ''}
              officeId={officeId}
              onChange={(client) => setChosen(new Map(chosen).set(text, client))}
            />
            <CreateClientButton
              officeId={officeId}
              name={text}
              onCreated={({ code }) => setChosen((now) => new Map(now).set(text, code))}
            />
          </div>
        ))}
      </div>
      {more > 0 && <p>Y {formatNumber(more)} más, que se guardan como están en el archivo.</p>}
      <Button
        loading={work.isFixing || work.isReading}
        disabled={work.isImporting}
        onClick={() => work.answerClients({ clients, keepOthers: true })}
      >
        {clients.length === 0
          ? asked.length + more === 1
            ? 'Mantenerlo como texto'
            : 'Mantener todos como texto'
          : clients.length === asked.length && more === 0
            ? 'Usar estos clientes'
            : 'Usar estos clientes y mantener los demás como texto'}
      </Button>
    </>
  );
}
