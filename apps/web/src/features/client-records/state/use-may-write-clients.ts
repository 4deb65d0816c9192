import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#shared/queries/config-query.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';

/** The user's rights on clients here. */
interface ClientRights {
  /** Whether our own service keeps the clients; undefined while that is unknown. */
  isOwn: boolean | undefined;
  /** Whether this installation has a dispatch service, which stores notes about clients of any host. */
  hasNotes: boolean;
  /** Whether the user may write notes. */
  mayNote: boolean;
  /**
   * Whether the user may write clients. Assumes our own service until the configuration is known, so that the top bar of a
   * phone does not grow when it arrives.
   */
  mayWrite: boolean;
}

/** As in the policy of the operations: 000 with U01, or charge S with 000. The service decides. */
export function useMayWriteClients(): ClientRights {
  const { data: config } = useQuery(configQuery);
  const { charge } = useSession();
  const mayUse = useMayUse();
  const isWriter = mayUse(['000']) && (charge === CHARGE_ALL_OFFICES || mayUse(['U01']));
  const isOwn = config?.sections.directory;
  const hasNotes = config?.sections.operations === true && mayUse(['000']);
  return { isOwn, hasNotes, mayNote: hasNotes && isWriter, mayWrite: isOwn !== false && isWriter };
}
