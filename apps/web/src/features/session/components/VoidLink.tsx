import { RESET_MINUTES } from '@despacho/contracts';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { PlainWords } from '#shared/ui/PlainPage/PlainWords.tsx';

/** What to do with a one-time link that does not work. */
export function VoidLink({ title }: { title: string }) {
  return (
    <PlainWords role="alert" title={title}>
      <p>
        Sirve una sola vez y durante {RESET_MINUTES} minutos. Ábralo otra vez desde el mensaje que recibió, completo, o
        pida uno nuevo a quien se lo envió.
      </p>
      <p>
        <Link to={paths.login}>Ir al ingreso</Link>
      </p>
    </PlainWords>
  );
}
