import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type CreatedPeople, type CreatedPerson } from '@despacho/contracts/dispatch';
import Copy from 'lucide-react/icons/copy';
import Printer from 'lucide-react/icons/printer';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { PasswordLinkButton } from '#features/session/components/PasswordLinkButton.tsx';
import { useSession } from '#features/session/state/session.ts';
import styles from './PeopleTables.module.css';

interface Props {
  officeId: string;
  created: CreatedPeople;
  onClose: () => void;
}

const NO_PASSWORD = 'Ya la cambió';

/**
 * New people with their temporary passwords, which are shown here once, and stored nowhere. In a company without passwords,
 * with the invitations that they need.
 */
export function NewPasswords({ officeId, created: { people, byUsername }, onClose }: Props) {
  const isS = useSession().charge === CHARGE_ALL_OFFICES;
  const isOne = people.length === 1;
  const copy = async (): Promise<void> => {
    const lines = people.map(({ name, username, temporary }) => [name, officeId, username, temporary ?? ''].join('\t'));
    const text = ['Nombre\tSucursal\tUsuario\tContraseña temporal', ...lines].join('\n');
    await copyText(text, 'Contraseñas copiadas');
  };
  const password = {
    key: 'password',
    title: 'Contraseña temporal',
    cell: ({ temporary }: CreatedPerson) => (temporary === null ? NO_PASSWORD : <code>{temporary}</code>),
  };
  const invitation = {
    key: 'invitation',
    title: 'Invitación',
    cell: (person: CreatedPerson) => <PasswordLinkButton use="provider" officeId={officeId} person={person} />,
  };
  const [title, lead] = byUsername
    ? [isOne ? 'Contraseña temporal' : 'Contraseñas temporales', 'Entregue a cada persona la suya.']
    : [
        isOne ? 'Persona creada' : 'Personas creadas',
        `${isOne ? 'Ingresará' : 'Cada una ingresará'} con la cuenta de su empresa: ${isS ? 'invítela' : 'pida a alguien con cargo S que la invite'}.`,
      ];
  return (
    <Window title={title} lead={lead} wide>
      <div className={styles['all']}>
        <div className={styles['scroller']} tabIndex={0} role="region" aria-label={title}>
          <DataGrid
            className={styles['table']}
            rows={people}
            keyOf={({ id }) => id}
            columns={[
              { key: 'name', title: 'Nombre', cell: ({ name }) => name },
              { key: 'office', title: 'Sucursal', cell: () => <code>{officeId}</code> },
              { key: 'username', title: 'Usuario', cell: ({ username }) => <code>{username}</code> },
              ...(byUsername ? [password] : isS ? [invitation] : []),
            ]}
          />
        </div>
        {(byUsername || isS) && (
          <p className="note">
            {byUsername
              ? 'Anótelas o cópielas ahora: al cerrar esta ventana no se vuelven a mostrar.'
              : 'También puede invitarla después, con «Editar».'}
          </p>
        )}
        <WindowFoot>
          {byUsername && (
            <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
              Imprimir
            </Button>
          )}
          {byUsername && canCopy() && (
            <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
              Copiar todas
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Listo
          </Button>
        </WindowFoot>
      </div>
    </Window>
  );
}
