import { type ImportPreview, UNREADABLE } from '@despacho/contracts/dispatch';
import Download from 'lucide-react/icons/download';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import buttonStyles from '../../../shared/ui/Button/Button.module.css';
import { classes } from '../../../shared/styles/classes.ts';
import windowStyles from '../../../shared/ui/Window/Window.module.css';
import { failureText } from '../../../shared/format/failure-text.ts';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { templateAddress } from '../api/import-calls.ts';
import { type Import } from '../state/use-import.ts';
import { FileDrop } from './FileDrop.tsx';

type Unreadable = Extract<ImportPreview, { readable: false }>;

interface Props {
  work: Import;
  unreadable: Unreadable | undefined;
  officeId: string;
  isOver: boolean;
  onClose: () => void;
}

/** @returns why the file cannot be imported at all, and what to do. */
function unreadableText({ why, columns, remedy }: Unreadable): string {
  const about = columns.length > 0 ? `: ${columns.join(', ')}` : '';
  return `${UNREADABLE[why]}${about}. ${remedy}`;
}

/** First step: file selection. Also shown after an unreadable file. */
export function ChooseFile({ work, unreadable, officeId, isOver, onClose }: Props) {
  const { file, refusal, failure, isReading } = work;
  const problem = refusal ?? (unreadable ? unreadableText(unreadable) : failure && failureText(failure));
  return (
    <>
      <FileDrop
        text={isReading && file ? `Leyendo «${file.name}»…` : undefined}
        busy={isReading}
        isOver={isOver}
        onFile={work.choose}
      />
      <Alert className={windowStyles['failure']}>{problem}</Alert>
      <WindowFoot>
        <a href={templateAddress(officeId)} download className={classes(buttonStyles['button'], buttonStyles['ghost'])}>
          <Download size={16} aria-hidden="true" />
          Descargar la plantilla
        </a>
        <Button onClick={onClose}>Cancelar</Button>
        {failure && file && (
          <Button variant="primary" onClick={work.readAgain}>
            Reintentar con «{file.name}»
          </Button>
        )}
      </WindowFoot>
    </>
  );
}
