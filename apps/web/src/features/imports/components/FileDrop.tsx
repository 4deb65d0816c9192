import FileUp from 'lucide-react/icons/file-up';
import { useRef } from 'react';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { classes } from '../../../shared/styles/classes.ts';
import { ACCEPTED } from '../rules/check-file.ts';
import styles from './FileDrop.module.css';

interface Props {
  /** Shown instead of the instructions. */
  text: string | undefined;
  busy: boolean;
  /** A file is being dragged over the page. */
  isOver: boolean;
  onFile: (file: File) => void;
}

/** Drop zone and file picker. */
export function FileDrop({ text, busy, isOver, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file && !busy) onFile(file);
  };
  return (
    <div className={classes(styles['drop'], isOver && styles['over'])}>
      <FileUp size={28} aria-hidden="true" className={styles['icon']} />
      <p role="status">{text ?? 'Suelte aquí el archivo, o elíjalo'}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label="Archivo de órdenes"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // Allows choosing the same file again after fixing it.
          currentTarget.value = '';
        }}
      />
      <Button variant="primary" loading={busy} onClick={() => input.current?.click()}>
        Elegir archivo
      </Button>
    </div>
  );
}
