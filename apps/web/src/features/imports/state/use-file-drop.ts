import { useEffect, useEffectEvent, useState } from 'react';
import { pastedFile } from '../rules/pasted-file.ts';

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

/**
 * Accepts a file dropped or pasted anywhere on the page, and pasted cells. Without this, a browser would navigate to a
 * dropped file and lose the page.
 * @param onFile undefined while no file is accepted: it is then ignored.
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
    const paste = ({ target, clipboardData }: ClipboardEvent): void => {
      if (!isWanted || isTyping(target)) return;
      const [file] = clipboardData?.files ?? [];
      const text = clipboardData?.getData('text/plain') ?? '';
      if (file) take(file);
      else if (/[\t\n;,]/.test(text)) take(pastedFile(text));
    };
    document.addEventListener('paste', paste);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [isWanted]);
  return isOver;
}
