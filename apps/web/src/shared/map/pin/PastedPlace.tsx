import { type PastedPlace as Read } from '@despacho/contracts/written-place';
import { useState } from 'react';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { TextField } from '#shared/ui/TextField/TextField.tsx';

const loadReader = () => import('@despacho/contracts/written-place');

/** What to do about a text without a place. */
const ERRORS: Readonly<Record<Exclude<Read['kind'], 'point'>, string>> = {
  shortened:
    'Es un enlace corto, que no trae el lugar. Ábralo en el navegador y copie de su barra la dirección larga, o mantenga presionado el punto en el mapa y copie los dos números',
  link: 'El enlace no trae coordenadas. Ábralo, mantenga presionado el punto en el mapa y copie los dos números',
  none: 'Pegue coordenadas como -12.1211, -77.0305, o el enlace de un mapa',
};

/** A field that takes a place as people receive it, by message: coordinates or the link of a map. Sends no request. */
export function PastedPlace({ onPoint }: { onPoint: (point: { lat: number; lng: number }) => void }) {
  const reader = useLazyModule(loadReader);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const take = (value: string): void => {
    const read = value.trim() === '' ? undefined : reader?.readPastedPlace(value);
    const isPoint = read?.kind === 'point';
    setText(isPoint ? '' : value);
    setError(read && !isPoint ? ERRORS[read.kind] : undefined);
    if (isPoint) onPoint(read.point);
  };
  return (
    <TextField
      label="Pegar ubicación"
      hint="Coordenadas, o el enlace que le enviaron"
      value={text}
      error={error}
      maxLength={2000}
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value);
        setError(undefined);
      }}
      // Only whole texts are read: what is typed is one when the field is left.
      onBlur={() => take(text)}
      onPaste={(event) => {
        event.preventDefault();
        take(event.clipboardData.getData('text'));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text === '') return;
        event.preventDefault();
        take(text);
      }}
    />
  );
}
