import { MODULE_CODES, MODULES } from '@despacho/contracts';
import { peopleOperations, type Profile } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useFormFocus } from '#shared/hooks/focus-first-field.ts';
import { call } from '#shared/http/call.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { peopleKey } from '../api/people-query.ts';
import { ModulePicker } from './ModulePicker.tsx';
import styles from './PeopleTables.module.css';

type Change =
  | { do: 'create'; name: string; modules: string[] }
  | { do: 'edit'; profile: Profile & { id: string }; name: string; modules: string[] }
  | { do: 'remove'; profile: Profile & { id: string } };

function useSaveProfile(officeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change): Promise<Profile> => {
      const query = { officeId };
      if (change.do === 'create') {
        const { name, modules } = change;
        return call(peopleOperations['people.createProfile'], { query, body: { name, modules } });
      }
      const { id, version } = change.profile;
      const to = { params: { id }, query };
      if (change.do === 'remove') return call(peopleOperations['people.removeProfile'], { ...to, body: { version } });
      const { name, modules } = change;
      return call(peopleOperations['people.editProfile'], { ...to, body: { version, name, modules } });
    },
    onSuccess: ({ name }, change) => announce(`Perfil ${name}: ${change.do === 'remove' ? 'quitado' : 'guardado'}`),
    onSettled: () => client.invalidateQueries({ queryKey: [...peopleKey(officeId), 'profiles'] }),
  });
}

interface Props {
  officeId: string;
  profiles: readonly Profile[];
  onClose: () => void;
}

const namesOf = (modules: readonly string[]): string =>
  MODULE_CODES.filter((code) => modules.includes(code))
    .map((code) => `${code} ${MODULES[code].name}`)
    .join(', ') || 'Ningún módulo';

const ownId = (profile: Profile): (Profile & { id: string }) | null =>
  profile.id === null ? null : { ...profile, id: profile.id };

/** The profiles of an office. Changing or removing one does not change people. */
export function Profiles({ officeId, profiles, onClose }: Props) {
  const [edited, setEdited] = useState<Profile | 'new' | null>(null);
  const save = useSaveProfile(officeId);
  if (edited !== null)
    return (
      <ProfileForm
        profile={edited === 'new' ? null : edited}
        error={save.error}
        isBusy={save.isPending}
        onCancel={() => {
          save.reset();
          setEdited(null);
        }}
        onSave={(name, modules) => {
          const own = edited === 'new' ? null : ownId(edited);
          save.mutate(own ? { do: 'edit', profile: own, name, modules } : { do: 'create', name, modules }, {
            onSuccess: () => setEdited(null),
          });
        }}
      />
    );
  const remove = async (profile: Profile & { id: string }): Promise<void> => {
    const sure = await confirm({
      title: `¿Quitar el perfil ${profile.name}?`,
      text: 'Quienes tienen sus módulos los conservan.',
      confirmLabel: 'Quitar el perfil',
      danger: true,
    });
    if (sure) save.mutate({ do: 'remove', profile });
  };
  return (
    <div className={styles['all']}>
      <ul className={styles['scroller']} aria-label="Perfiles">
        {profiles.map((profile) => {
          const own = ownId(profile);
          return (
            <li key={profile.id ?? profile.name} className={styles['profile']}>
              <div className={styles['profileName']}>
                {profile.name}
                <span>{namesOf(profile.modules)}</span>
              </div>
              {own ? (
                <>
                  <Button size="sm" aria-label={`Editar el perfil ${profile.name}`} onClick={() => setEdited(own)}>
                    Editar
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Quitar el perfil ${profile.name}`}
                    onClick={() => void remove(own)}
                  >
                    Quitar
                  </Button>
                </>
              ) : (
                <Mark>De todas las oficinas</Mark>
              )}
            </li>
          );
        })}
      </ul>
      <FailureAlert error={save.error} />
      <WindowFoot apart>
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEdited('new')}>
          Nuevo perfil
        </Button>
        <Button onClick={onClose}>Cerrar</Button>
      </WindowFoot>
    </div>
  );
}

interface FormProps {
  profile: Profile | null;
  error: Error | null;
  isBusy: boolean;
  onCancel: () => void;
  onSave: (name: string, modules: string[]) => void;
}

const NOTHING_LOCKED: ReadonlySet<string> = new Set();

function ProfileForm({ profile, error, isBusy, onCancel, onSave }: FormProps) {
  const [name, setName] = useState(profile?.name ?? '');
  const [modules, setModules] = useState<readonly string[]>(profile?.modules ?? []);
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFormFocus(form, '');
  return (
    <WindowForm
      ref={form}
      label={profile ? `Perfil ${profile.name}` : 'Nuevo perfil'}
      submitLabel="Guardar"
      busy={isBusy}
      onSubmit={() => {
        setMissing(name.trim() === '');
        if (name.trim() !== '') onSave(name.trim(), [...modules]);
      }}
      onCancel={onCancel}
    >
      <TextField
        label="Nombre del perfil"
        value={name}
        maxLength={60}
        error={isMissing ? 'Escriba el nombre del perfil' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <ModulePicker
        modules={modules}
        locked={NOTHING_LOCKED}
        profiles={[]}
        onChange={(code, on) => setModules(on ? [...modules, code] : modules.filter((each) => each !== code))}
      />
      <FailureAlert error={error} />
    </WindowForm>
  );
}
