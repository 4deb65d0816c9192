import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';

/** How long the button shows that it has copied, in milliseconds. */
const DONE_MS = 2000;

interface Props {
  text: string;
  /** Label of the value: «RUC». */
  what: string;
}

/** Copies a value to the clipboard. Not rendered where the clipboard API is unavailable (plain http). */
export function CopyButton({ text, what }: Props) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  if (!canCopy()) return null;
  const copy = async (): Promise<void> => {
    if (await copyText(text, `${what} copiado`)) setDone(true);
  };
  return (
    <IconButton
      variant="plain"
      label={`Copiar ${what}`}
      icon={done ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      onClick={() => void copy()}
    />
  );
}
