import { CHARGE_ALL_OFFICES, type Office } from '@despacho/contracts';
import { type CreatedPeople, codesOf, type PeopleList, type PersonOfOffice } from '@despacho/contracts/dispatch';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Users from 'lucide-react/icons/users';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { queryWords } from '#shared/fields/search.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { chunk } from '#shared/http/chunk.ts';
import { useLiveEvents, useLiveReset } from '#shared/live/live.ts';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { HistoryWindow } from '#shared/ui/History/HistoryWindow.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { useSession } from '#features/session/state/session.ts';
import { peopleKey, peopleQuery, personHistoryQuery, profilesQuery } from './api/people-query.ts';
import { ManyPeople } from './components/ManyPeople.tsx';
import { NewPasswords } from './components/NewPasswords.tsx';
import { PeopleTable } from './components/PeopleTable.tsx';
import { PersonEditor } from './components/PersonEditor.tsx';
import { Profiles } from './components/Profiles.tsx';
import styles from './PeopleView.module.css';
import { personChangeLines, personChangeTitle } from './rules/person-history-text.ts';
import { useLeave } from './state/use-leave.tsx';
import { failureText } from '#shared/format/failure-text.ts';
import { useAnnounceMatches } from '#shared/hooks/use-announce-matches.ts';
import { useSavePerson } from './state/use-save-person.ts';

const SignInRulesForm = lazy(chunk(() => import('./components/SignInRulesForm.tsx')));

interface Props {
  officeId: string;
  timeZone: string;
  /** Offices of the company; null if they are unknown. */
  offices: readonly Office[] | null | undefined;
  search: string;
  onClearSearch: () => void;
}

type OpenWindow =
  | { kind: 'person'; person: PersonOfOffice | null }
  | { kind: 'history'; person: PersonOfOffice }
  | { kind: 'many' }
  | { kind: 'profiles' }
  | { kind: 'signIn' }
  | { kind: 'passwords'; created: CreatedPeople };

/** The lists, and what an empty one says. */
const LISTS: Record<PeopleList, { name: string; title: string; text: string }> = {
  active: {
    name: 'Activas',
    title: 'Esta oficina no tiene personas activas',
    text: 'Cree la primera, o varias pegadas desde Excel con «Varias personas».',
  },
  disabled: {
    name: 'Desactivadas',
    title: 'No hay personas desactivadas',
    text: 'Quien deja de trabajar un tiempo se desactiva en «Activas»: no puede ingresar, y puede volver.',
  },
  retired: {
    name: 'Retiradas',
    title: 'No hay personas retiradas',
    text: 'Quien ya no trabaja aquí se retira con «Editar»: lo que hizo se sigue leyendo.',
  },
  withoutFactor: {
    name: 'Sin segundo paso',
    title: 'A nadie le falta el segundo paso',
    text: 'Quienes deben tenerlo ya lo activaron.',
  },
};

/** The people of an office with their access and its history. */
export default function PeopleView({ officeId, timeZone, offices, search, onClearSearch }: Props) {
  const me = useSession();
  const client = useQueryClient();
  const [list, setList] = useState<PeopleList>('active');
  const [open, setOpen] = useState<OpenWindow | null>(null);
  const wanted = useDeferredValue(search.trim().slice(0, 100));
  const query = useInfiniteQuery(peopleQuery(officeId, list, wanted));
  const profiles = useQuery(profilesQuery(officeId)).data ?? [];
  useReportFirstRows(!query.isPending);
  const save = useSavePerson(officeId);
  const { leave, leaveWindow } = useLeave(officeId, save);

  const refresh = () => void client.invalidateQueries({ queryKey: peopleKey(officeId) });
  useLiveEvents('person.changed', (event) => {
    if (event.officeId === officeId) refresh();
  });
  useLiveReset(refresh);

  const pages = query.data?.pages ?? [];
  const people = pages.flatMap((page) => page.people);
  const counts = pages[0]?.counts;
  useAnnounceMatches(wanted, query.isFetching ? undefined : counts?.[list]);
  const isS = me.charge === CHARGE_ALL_OFFICES;
  const lockOf = (person: PersonOfOffice): string | null => {
    if (person.id === me.id) return 'Su propia cuenta';
    if (person.charge === CHARGE_ALL_OFFICES && !isS) return 'Solo el cargo S la cambia';
    return person.erased ? 'Sin nombre, a su pedido' : null;
  };
  const byUsername = pages[0]?.byUsername ?? true;
  // The last list is only shown while a required second factor is missing.
  const lists = codesOf(LISTS).filter((each) => each !== 'withoutFactor' || each === list || counts?.[each]);
  const close = () => setOpen(null);
  const showPasswords = (created: CreatedPeople) => setOpen({ kind: 'passwords', created });

  return (
    <>
      <div className={styles['bar']}>
        <Segmented
          label="Estado"
          options={Object.fromEntries(
            lists.map((each) => [each, `${LISTS[each].name} ${counts ? formatNumber(counts[each]) : ''}`.trim()]),
          )}
          value={list}
          onChange={setList}
        />
        <div className="row">
          {isS && (
            <Button size="sm" onClick={() => setOpen({ kind: 'signIn' })}>
              Cómo ingresan
            </Button>
          )}
          <Button size="sm" onClick={() => setOpen({ kind: 'profiles' })}>
            Perfiles
          </Button>
          <Button size="sm" onClick={() => setOpen({ kind: 'many' })}>
            Varias personas
          </Button>
          <Button
            id="new-person"
            size="sm"
            variant="primary"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'person', person: null })}
          >
            Nueva persona
          </Button>
        </div>
      </div>
      {save.isError && open === null && leaveWindow === null && (
        <Alert className={styles['failed']}>{failureText(save.error)}</Alert>
      )}
      {query.isPending && <Skeletons label="Cargando las personas" count={10} height={48} />}
      {query.isError && people.length === 0 && <QueryError query={query} />}
      {query.isSuccess && people.length === 0 && (
        <EmptyState
          icon={<Users size={22} />}
          title={wanted === '' ? LISTS[list].title : `Nadie coincide con «${wanted}»`}
          action={
            wanted === '' ? (
              list === 'active' && (
                <Button onClick={() => setOpen({ kind: 'person', person: null })}>Crear una persona</Button>
              )
            ) : (
              <Button onClick={onClearSearch}>Ver todas</Button>
            )
          }
        >
          {wanted === ''
            ? LISTS[list].text
            : 'Se busca en el nombre y en el usuario de las personas de esta lista, con o sin tildes.'}
        </EmptyState>
      )}
      {people.length > 0 && (
        <div className={styles['frame']}>
          <PeopleTable
            people={people}
            words={queryWords(wanted)}
            timeZone={timeZone}
            busy={save.isPending ? save.variables.person.id : null}
            lockOf={lockOf}
            onEdit={(person) => setOpen({ kind: 'person', person })}
            onHistory={(person) => setOpen({ kind: 'history', person })}
            onDisable={(person) => void leave(person, { do: 'disable' })}
            onEnable={(person) => save.isPending || save.mutate({ do: 'enable', person })}
          />
        </div>
      )}
      {query.hasNextPage && (
        <div className={styles['more']}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Mostrar más
          </Button>
        </div>
      )}
      {open?.kind === 'person' && (
        <FormWindow
          title={open.person ? open.person.name : 'Nueva persona'}
          lead={
            open.person
              ? 'Sus datos y módulos. Un cambio de módulos rige en cuanto se guarda.'
              : byUsername
                ? 'Podrá ingresar en cuanto la cree.'
                : 'Ingresará con la cuenta de su empresa: invítela después de crearla.'
          }
          wide
          onDismiss={close}
        >
          <PersonEditor
            officeId={officeId}
            person={open.person}
            profiles={profiles}
            byUsername={byUsername}
            otherOffices={isS ? (offices ?? []).filter(({ id }) => id !== officeId) : []}
            onDone={close}
            onCreated={showPasswords}
          />
        </FormWindow>
      )}
      {leaveWindow}
      {open?.kind === 'history' && (
        <HistoryWindow
          title={`Historia de ${open.person.name}`}
          lead="Quién cambió qué de su cuenta, lo más reciente primero."
          query={personHistoryQuery(officeId, open.person.id)}
          emptyText={({ days }) => `Nadie cambió esta cuenta en los últimos ${formatNumber(days)} días.`}
          titleOf={personChangeTitle}
          linesOf={(change) => personChangeLines(change, offices ?? [])}
          timeZone={timeZone}
          onClose={close}
        />
      )}
      {open?.kind === 'many' && (
        <FormWindow
          title="Crear varias personas"
          lead="Copie las celdas de una hoja de cálculo y péguelas aquí, o seleccione un archivo CSV o Excel."
          wide
          onDismiss={close}
        >
          <ManyPeople officeId={officeId} onClose={close} onCreated={showPasswords} />
        </FormWindow>
      )}
      {open?.kind === 'profiles' && (
        <FormWindow
          title="Perfiles"
          lead="Módulos que se dan juntos. Un perfil se aplica a una persona: cambiarlo después no la cambia."
          wide
          onDismiss={close}
        >
          <Profiles officeId={officeId} profiles={profiles} onClose={close} />
        </FormWindow>
      )}
      {open?.kind === 'signIn' && (
        <FormWindow
          title="Cómo ingresan las personas"
          lead="Vale para toda la empresa, y cada cambio queda en Registro."
          wide
          onDismiss={close}
        >
          <Suspense fallback={<Skeletons label="Cargando cómo se ingresa" count={4} height={48} />}>
            <SignInRulesForm officeId={officeId} offices={offices ?? []} timeZone={timeZone} onClose={close} />
          </Suspense>
        </FormWindow>
      )}
      {open?.kind === 'passwords' && <NewPasswords officeId={officeId} created={open.created} onClose={close} />}
    </>
  );
}
