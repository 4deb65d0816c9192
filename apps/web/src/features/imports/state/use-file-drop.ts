import { useEffect, useEffectEvent, useState } from 'react';

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes a file wherever on the page it is dropped. Elsewhere than in its place a browser would open it instead of the
 * page, and all that was done would be gone.
 * @param onFile not given while none is wanted: what is dropped then does nothing.
 * @returns whether a file that would be taken is held over the page.
 */
export function useFileDrop(onFile: ((file: File) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const isWanted = onFile !== undefined;
  const take = useEffectEvent((file: File) => {
    onFile?.(file);
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isWanted ? 'copy' : 'none';
      setOver(isWanted);
    };
    const leave = (event: DragEvent): void => {
      // Only what leaves the page goes to nothing.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) take(file);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [isWanted]);
  return isOver;
}
