import { useEffect, useEffectEvent, useState } from 'react';

/** Attribute of the elements that accept photos, with the id of their order. */
export const dropTarget = (orderId: string) => ({ 'data-drop-order': orderId });

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

const orderAt = ({ target }: DragEvent): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-drop-order]')?.dataset['dropOrder'] : undefined;

/**
 * Accepts files dropped on the elements marked by `dropTarget`. Elsewhere on the page a drop is ignored, because the
 * browser would otherwise leave the page for the file.
 * @param onDrop undefined while nothing is accepted, such as under an open window.
 * @returns the order that files are being dragged over.
 */
export function usePhotoDrop(onDrop: ((orderId: string, files: File[]) => void) | undefined): string | undefined {
  const [over, setOver] = useState<string>();
  const isWanted = onDrop !== undefined;
  const take = useEffectEvent((orderId: string, files: File[]) => {
    onDrop?.(orderId, files);
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const drag = (event: DragEvent): void => {
      // Another part of the page may accept the file.
      if (!bringsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const orderId = orderAt(event);
      if (event.dataTransfer) event.dataTransfer.dropEffect = orderId === undefined ? 'none' : 'copy';
      setOver(orderId);
    };
    const leave = (event: DragEvent): void => {
      // Null only when the pointer leaves the page.
      if (event.relatedTarget === null) setOver(undefined);
    };
    const drop = (event: DragEvent): void => {
      if (!bringsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      setOver(undefined);
      const orderId = orderAt(event);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (orderId !== undefined && files.length > 0) take(orderId, files);
    };
    document.addEventListener('dragover', drag);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', drag);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [isWanted]);
  return isWanted ? over : undefined;
}
