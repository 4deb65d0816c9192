import { type ImportSource } from '@despacho/contracts/dispatch';
import { useId } from 'react';
import { type Import } from '../state/use-import.ts';
import styles from './ImportQuestions.module.css';

/** The programs that write each encoding, because few people know its name. */
const WRITTEN_BY: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows',
  ibm850: 'MS-DOS',
  ibm437: 'MS-DOS (EE. UU.)',
  cp850: 'MS-DOS',
  cp437: 'MS-DOS (EE. UU.)',
  macintosh: 'Mac',
};

interface Props {
  encoding: NonNullable<ImportSource['encoding']>;
  work: Pick<Import, 'answered' | 'isReading' | 'readEncoding'>;
}

/** Shows the same words of a file in each likely encoding, to choose from. */
export function EncodingChoice({ encoding: { used, choices }, work }: Props) {
  const name = useId();
  return (
    <>
      <p>El archivo no indica cómo se guardaron las tildes y las eñes. Seleccione la línea que se lee bien:</p>
      <div className={styles['samples']}>
        {choices.map(({ encoding, sample }) => (
          <label key={encoding} className={styles['sample']}>
            <input
              type="radio"
              name={name}
              checked={work.answered.has('encoding') && encoding === used}
              disabled={work.isReading}
              onChange={() => work.readEncoding(encoding)}
            />
            <span>{sample}</span>
            <small>{WRITTEN_BY[encoding.toLowerCase()] ?? encoding}</small>
          </label>
        ))}
      </div>
    </>
  );
}
