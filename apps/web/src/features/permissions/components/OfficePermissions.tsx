import { MODULE_CODES, type ModuleCode, type User } from '@despacho/contracts';
import Info from 'lucide-react/icons/info';
import Users from 'lucide-react/icons/users';
import { useMemo, useState } from 'react';
import { queryWords } from '#shared/fields/search.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { useLatestCallback } from '#shared/hooks/use-latest-callback.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useSession } from '#features/session/state/session.ts';
import { bulkColumn, bulkRow } from '../rules/bulk.ts';
import { findUsers } from '../rules/find-users.ts';
import { columnLock, type Lock } from '../rules/locks.ts';
import { userKey } from '../rules/pending.ts';
import { plainText, summarySentence } from '../rules/summary.ts';
import { useChangeKeys } from '../state/use-change-keys.ts';
import { useColleagues } from '../state/use-colleagues.ts';
import { useEdits } from '../state/use-edits.ts';
import { useHint } from '../state/use-hint.ts';
import { leavesChanges } from '../rules/leaves-changes.ts';
import { useLeaveGuard } from '#shared/hooks/use-leave-guard.ts';
import { useAnnounceMatches } from '#shared/hooks/use-announce-matches.ts';
import { ChangesBar } from './ChangesBar.tsx';
import { LockNotes } from './LockNotes.tsx';
import { Matrix } from './Matrix.tsx';
import { PhonePermissions } from './PhonePermissions.tsx';
import { rowViews } from './row-view.ts';
import styles from './OfficePermissions.module.css';

/** Below this width eleven columns are too narrow to tap. */
const NARROW = '(width < 40em)';

/** People drawn at first, and added by «Mostrar más»: each is a row of a dozen boxes. */
const PAGE = 100;

interface Props {
  officeId: string;
  users: readonly User[];
  search: string;
  onClearSearch: () => void;
  /** Opens «Personas», where people are created; undefined where another system keeps them. */
  onPeople?: (() => void) | undefined;
}

/** The permissions of one office's users, with pending changes. */
export function OfficePermissions({ officeId, users, search, onClearSearch, onPeople }: Props) {
  const me = useSession();
  const marks = useColleagues(officeId);
  const edits = useEdits(me, officeId, users);
  const [hint, showHint] = useHint();
  const narrow = useMediaQuery(NARROW);

  const { pending, replace } = edits;
  const dirty = pending.size > 0;
  useLeaveGuard({
    isDirty: () => dirty,
    leaves: ({ currentLocation, nextLocation }) => leavesChanges(currentLocation, nextLocation),
    text: `${plainText(summarySentence(pending, users))}. Si sale ahora, se pierden.`,
    onLeave: () => edits.drop(),
  });
  const discardAll = useChangeKeys(edits, dirty);

  const words = useMemo(() => queryWords(search), [search]);
  const found = useMemo(() => findUsers(users, search), [users, search]);
  useAnnounceMatches(search, found.length);
  const [most, setMost] = useState(PAGE);
  // Includes the changes of an action on a column.
  const shown = found.slice(0, most);
  const rowsOf = (some: readonly User[]) => rowViews(some, { edits, marks, me, officeId });
  const rows = rowsOf(shown);
  const columnLocks = useMemo(() => {
    const locks = new Map<ModuleCode, Lock>();
    for (const module of MODULE_CODES) {
      const lock = columnLock(me, module);
      if (lock) locks.set(module, lock);
    }
    return locks;
  }, [me]);

  const bulkOf = (module: ModuleCode, on: boolean) => bulkColumn(pending, shown, module, on, me);
  const onBulkRow = useLatestCallback((id: string, on: boolean) => {
    const user = users.find((one) => userKey(one) === id);
    if (user) replace((now) => bulkRow(now, user, on, me).pending);
  });

  if (users.length === 0)
    return (
      <EmptyState
        icon={<Users size={22} />}
        title="Esta oficina no tiene personas"
        action={onPeople && <Button onClick={onPeople}>Ir a Personas</Button>}
      >
        {onPeople
          ? 'Cree sus cuentas en «Personas», una por una o pegadas desde Excel.'
          : 'Aparecerán aquí cuando se creen sus cuentas en el sistema que las guarda.'}
      </EmptyState>
    );

  const actions = { columnLocks, onToggle: edits.toggle, onLocked: showHint, onBulkRow };
  const empty = (
    <EmptyState
      icon={<Users size={22} />}
      title={`Nadie coincide con «${search}»`}
      action={<Button onClick={onClearSearch}>Ver todos</Button>}
    >
      Se busca en el nombre y en la cuenta, con o sin tildes.
    </EmptyState>
  );

  return (
    <>
      <LockNotes rows={rows} />
      {narrow && <PhonePermissions {...actions} rows={rows} everyone={rowsOf(users)} words={words} empty={empty} />}
      {!narrow && rows.length === 0 && empty}
      {!narrow && rows.length > 0 && (
        <Matrix
          {...actions}
          rows={rows}
          words={words}
          bulkSize={(module, on) => bulkOf(module, on).cells}
          onBulkColumn={(module, on) => replace(() => bulkOf(module, on).pending)}
        />
      )}
      {found.length > most && (
        <div className={styles['more']}>
          <p>
            {`Se muestran ${formatNumber(most)} de ${formatNumber(found.length)} usuarios. También puede buscar por nombre.`}
          </p>
          <Button onClick={() => setMost(most + PAGE)}>Mostrar más</Button>
        </div>
      )}
      <div className={styles['spacer']} />
      {hint !== null && (
        // Hidden from screen readers, because it is announced.
        <p className={styles['hint']} aria-hidden="true">
          <Info size={16} aria-hidden="true" />
          {hint}
        </p>
      )}
      {dirty && <ChangesBar edits={edits} users={users} marks={marks} onDiscard={discardAll} />}
    </>
  );
}
