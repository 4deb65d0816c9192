import { type CreatedPerson } from '@despacho/contracts/dispatch';
import Copy from 'lucide-react/icons/copy';
import Printer from 'lucide-react/icons/printer';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import styles from './PeopleTables.module.css';

interface Props {
  officeId: string;
  people: readonly CreatedPerson[];
  onClose: () => void;
}

const NO_PASSWORD = 'Ya la cambió';

/** The temporary passwords of new people. They are shown here once, and stored nowhere. */
export function NewPasswords({ officeId, people, onClose }: Props) {
  const copy = async (): Promise<void> => {
    const lines = people.map(({ name, username, temporary }) => [name, officeId, username, temporary ?? ''].join('\t'));
    const text = ['Nombre\tSucursal\tUsuario\tContraseña temporal', ...lines].join('\n');
    await copyText(text, 'Contraseñas copiadas');
  };
  return (
    <div className={styles['all']}>
      <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Contraseñas temporales">
        <DataGrid
          className={styles['table']}
          rows={people}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', title: 'Nombre', cell: ({ name }) => name },
            { key: 'office', title: 'Sucursal', cell: () => <code>{officeId}</code> },
            { key: 'username', title: 'Usuario', cell: ({ username }) => <code>{username}</code> },
            {
              key: 'password',
              title: 'Contraseña temporal',
              cell: ({ temporary }) => (temporary === null ? NO_PASSWORD : <code>{temporary}</code>),
            },
          ]}
        />
      </div>
      <p className="note">Anótelas o cópielas ahora: al cerrar esta ventana no se vuelven a mostrar.</p>
      <WindowFoot>
        <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
          Imprimir
        </Button>
        {canCopy() && (
          <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            Copiar todas
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      </WindowFoot>
    </div>
  );
}
