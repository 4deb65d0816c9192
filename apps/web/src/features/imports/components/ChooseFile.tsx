import { visibleText } from '@despacho/contracts';
import { type ImportPreview, UNREADABLE } from '@despacho/contracts/dispatch';
import FileUp from 'lucide-react/icons/file-up';
import { useRef } from 'react';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { classes } from '#shared/styles/classes.ts';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { failureText } from '#shared/format/failure-text.ts';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { templateAddress } from '../api/import-addresses.ts';
import { ACCEPTED } from '../rules/check-file.ts';
import { type Import } from '../state/use-import.ts';
import { DownloadLines } from './DownloadLines.tsx';
import { SheetChoice } from './SheetChoice.tsx';
import styles from './ChooseFile.module.css';

type Unreadable = Extract<ImportPreview, { readable: false }>;

interface Props {
  work: Import;
  unreadable: Unreadable | undefined;
  officeId: string;
  /** A file is being dragged over the page. */
  isOver: boolean;
  onClose: () => void;
}

/** @returns why the file cannot be imported at all, and what to do. */
function unreadableText({ why, columns, remedy }: Unreadable): string {
  const about = columns.length > 0 ? `: ${columns.join(', ')}` : '';
  return `${UNREADABLE[why]}${about}. ${remedy}`;
}

/** First step: drop zone and file picker. Also shown after an unreadable file. */
export function ChooseFile({ work, unreadable, officeId, isOver, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { file, refusal, failure, isReading } = work;
  const problem = refusal ?? (unreadable ? unreadableText(unreadable) : failure && failureText(failure));
  const frame = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={frame} className={classes(styles['drop'], isOver && styles['over'])}>
        <FileUp size={28} aria-hidden="true" className={styles['icon']} />
        <p role="status">
          {isReading && file ? `Leyendo «${visibleText(file.name)}»…` : 'Suelte aquí el archivo, o selecciónelo'}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label="Archivo de órdenes"
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
        {unreadable?.source && <SheetChoice frame={frame} source={unreadable.source} work={work} />}
      </div>
      <Alert className={windowStyles['failure']}>{problem}</Alert>
      <WindowFoot>
        <DownloadLines href={templateAddress(officeId)}>Descargar la plantilla</DownloadLines>
        <Button onClick={onClose}>Cancelar</Button>
        {failure && file && (
          <Button variant="primary" onClick={work.readAgain}>
            Reintentar con «{visibleText(file.name)}»
          </Button>
        )}
      </WindowFoot>
    </>
  );
}
