import { useEffect, useEffectEvent, useState } from 'react';

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts a file dropped anywhere on the page. Without this, a browser would navigate to the file and lose the page.
 * @param onFile undefined while no file is accepted: drops are then ignored.
 * @returns whether an acceptable file is being dragged over the page.
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
      // Null only when the pointer leaves the page.
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
