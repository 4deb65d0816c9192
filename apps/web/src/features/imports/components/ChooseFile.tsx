import { visibleText } from '@despacho/contracts';
import { type ImportSource } from '@despacho/contracts/dispatch';
import FileUp from 'lucide-react/icons/file-up';
import { useRef } from 'react';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Field } from '#shared/ui/Field/Field.tsx';
import { classes } from '#shared/styles/classes.ts';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { failureText } from '#shared/format/failure-text.ts';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { ACCEPTED } from '../rules/check-file.ts';
import { pastedFile } from '../rules/pasted-file.ts';
import { useFileDrop } from '../state/use-file-drop.ts';
import { type Import } from '../state/use-import.ts';
import { DownloadLines } from './DownloadLines.tsx';
import { SheetChoice } from './SheetChoice.tsx';
import styles from './ChooseFile.module.css';

/** A list that is typed or pasted instead of a file. */
export interface PastedText {
  text: string;
  hint: string;
  example: string;
  onChange: (text: string) => void;
}

interface Props {
  work: Pick<Import, 'file' | 'refusal' | 'failure' | 'isReading' | 'choose' | 'readAgain' | 'readSheet'>;
  /** Label of the file field: «Archivo de órdenes». */
  label: string;
  /** Why the file cannot be read at all, and what to do. */
  unreadable: string | undefined;
  source: ImportSource | null | undefined;
  template: { href: string; download?: string };
  pasted?: PastedText | undefined;
  /** Label of the button that closes; «Cancelar» by default. */
  closeLabel?: string | undefined;
  onClose: () => void;
}

/** First step: drop zone, file picker and pasted cells. Also shown after an unreadable file. */
export function ChooseFile({ work, label, unreadable, source, template, pasted, closeLabel, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { file, refusal, failure, isReading } = work;
  const isOver = useFileDrop(isReading ? undefined : work.choose);
  const frame = useRef<HTMLDivElement>(null);
  return (
    <>
      {pasted && (
        <div className={styles['paste']}>
          <Field label="Pegue la lista" hint={pasted.hint}>
            {(control) => (
              <textarea
                {...control}
                className={classes(control.className, styles['text'])}
                value={pasted.text}
                placeholder={pasted.example}
                spellCheck={false}
                onChange={({ target }) => pasted.onChange(target.value)}
              />
            )}
          </Field>
          <Button
            loading={isReading}
            disabled={pasted.text.trim() === ''}
            onClick={() => work.choose(pastedFile(pasted.text))}
          >
            Revisar la lista
          </Button>
        </div>
      )}
      <div ref={frame} className={classes(styles['drop'], isOver && styles['over'])}>
        <FileUp size={28} aria-hidden="true" className="muted" />
        <p role="status">
          {isReading && file
            ? `Leyendo «${visibleText(file.name)}»…`
            : pasted
              ? 'O suelte aquí un archivo, o selecciónelo'
              : 'Suelte aquí el archivo, selecciónelo, o pegue las celdas copiadas'}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={label}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen && !isReading) work.choose(chosen);
            // Allows choosing the same file again after fixing it.
            currentTarget.value = '';
          }}
        />
        <Button variant="primary" loading={isReading} onClick={() => input.current?.click()}>
          Seleccionar archivo
        </Button>
        {source && <SheetChoice frame={frame} source={source} work={work} />}
      </div>
      <Alert className={windowStyles['failure']}>{refusal ?? unreadable ?? (failure && failureText(failure))}</Alert>
      <WindowFoot>
        <DownloadLines {...template}>Descargar la plantilla</DownloadLines>
        <Button onClick={onClose}>{closeLabel ?? 'Cancelar'}</Button>
        {failure && file && (
          <Button variant="primary" onClick={work.readAgain}>
            Reintentar con «{visibleText(file.name)}»
          </Button>
        )}
      </WindowFoot>
    </>
  );
}
