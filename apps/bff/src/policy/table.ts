import { client, linkedPrincipal, type Operation, RECORD_ANSWER, SMALL_BODY, user } from '@despacho/contracts';
import { type DispatchOperationId, type FieldOperationId, type GuestOperationId } from '@despacho/contracts/dispatch';
import { isRecord, readRecord, recordIn } from '@despacho/contracts/legacy';
import { type OperationId, OPERATIONS } from '@despacho/contracts/operations';
import { capCommits, capFixes, capImports } from './handlers/cap-imports.ts';
import { capPhotoParts } from './handlers/cap-photo-parts.ts';
import { capPhotos } from './handlers/cap-photos.ts';
import { endSessionsOfUser } from './handlers/end-sessions-of-user.ts';
import { connectPhone, readEnrolment, readFieldSession, signOutPhone } from './handlers/field-session.ts';
import { createGuestLink, openGuestLink, readGuestSession } from './handlers/guest-session.ts';
import {
  confirmFactor,
  proveAgain,
  readFactor,
  readNotices,
  removeFactor,
  renewCodes,
  seeNotices,
  startFactor,
} from './handlers/factor.ts';
import { cancelLogin, finishLogin, finishSetUp, firstLogin, login, setUpFactor } from './handlers/login.ts';
import {
  disconnectPhone,
  followCourier,
  linkPassword,
  linkPhone,
  linkTracker,
  logMoneyExport,
  logPhotoView,
  logRecordsExport,
  logReport,
  logTrailExport,
  removePhoto,
  revokeGuestLink,
  revokeTracker,
  viewDocuments,
  viewReceiver,
  viewRecords,
  viewTrail,
} from './handlers/log-acts.ts';
import { logout } from './handlers/logout.ts';
import { logDownload, logPhotos, openTicket } from './handlers/open-ticket.ts';
import { endOtherSessions, endSession, listSessions, touchSession } from './handlers/own-sessions.ts';
import { type ProofNeed, type RoutePolicy, type Routes, type UpstreamDestination } from './policy.ts';
import { changeOwnPassword, judgePassword, resetPassword } from './handlers/passwords.ts';
import { changePerson, createPeople, endAccess, listPeople } from './handlers/people.ts';
import {
  finishProvider,
  linkProvider,
  proveWithProvider,
  readProvider,
  startProvider,
  unlinkProvider,
} from './handlers/provider.ts';
import { providerLogout } from './handlers/provider-logout.ts';
import { prepareExport } from './handlers/prepare-export.ts';
import { preparePhotos } from './handlers/prepare-photos.ts';
import { readPublicConfig } from './handlers/read-public-config.ts';
import { readSession } from './handlers/read-session.ts';
import { readStorage } from './handlers/read-storage.ts';
import { PROOFS } from './proofs.ts';
import { rowsOf } from './rows-of.ts';
import { sendFieldTile, sendTile } from './handlers/send-tile.ts';
import { updatePermissions } from './handlers/update-permissions.ts';

/** The properties of a row beyond its contract. */
type SpecialRow<Id extends OperationId> = Pick<RoutePolicy<Id>, 'csrf' | 'caller' | 'to'>;

/** Operations that are forwarded to the dispatch service under the same path. */
type PassedOn =
  | DispatchOperationId
  | Exclude<FieldOperationId, 'field.session'>
  | Exclude<GuestOperationId, 'guest.session'>
  | 'offices.list'
  | 'events.stream';

/** See `askAboutAccount`. */
const ABOUT_ACCOUNT = { upstream: 'operations', credentials: 'gateway' } as const;
/** As above, then the credentials call with the token that the service issued. */
const SIGNS_IN = [ABOUT_ACCOUNT, { upstream: 'base', credentials: 'bearer' }] as const;

/** Rows of operations that the gateway or a legacy host answers. */
const SPECIAL: { [Id in Exclude<OperationId, PassedOn>]: SpecialRow<Id> } = {
  'config.read': { to: { handle: readPublicConfig, asks: [] } },
  'session.login': { to: { handle: login, asks: [{ upstream: 'base', credentials: 'password' }, ABOUT_ACCOUNT] } },
  // Public, because without a session it answers 401 itself, with a token for the login form.
  'session.read': { to: { handle: readSession, asks: [] } },
  'session.logout': { csrf: 'only-with-session', to: { handle: logout, asks: [] } },
  'session.touch': { to: { handle: touchSession, asks: [] } },
  'sessions.list': { to: { handle: listSessions, asks: [] } },
  'sessions.end': { to: { handle: endSession, asks: [] } },
  'sessions.endOthers': { to: { handle: endOtherSessions, asks: [] } },
  'sessions.endOfUser': { to: { handle: endSessionsOfUser, asks: [{ upstream: 'api', credentials: 'bearer' }] } },
  'passwords.check': { to: { handle: judgePassword, asks: [ABOUT_ACCOUNT] } },
  'passwords.change': { to: { handle: changeOwnPassword, asks: [ABOUT_ACCOUNT] } },
  'passwords.first': {
    to: { handle: firstLogin, asks: [ABOUT_ACCOUNT, { upstream: 'base', credentials: 'password' }] },
  },
  'session.factor': { to: { handle: finishLogin, asks: SIGNS_IN } },
  'session.setUpFactor': { to: { handle: setUpFactor, asks: [ABOUT_ACCOUNT] } },
  'session.finishSetUp': { to: { handle: finishSetUp, asks: SIGNS_IN } },
  'notices.read': { to: { handle: readNotices, asks: [ABOUT_ACCOUNT] } },
  'notices.seen': { to: { handle: seeNotices, asks: [ABOUT_ACCOUNT] } },
  'session.factorCancel': { to: { handle: cancelLogin, asks: [ABOUT_ACCOUNT] } },
  'session.prove': { to: { handle: proveAgain, asks: [ABOUT_ACCOUNT] } },
  'factor.read': { to: { handle: readFactor, asks: [ABOUT_ACCOUNT] } },
  'factor.start': { to: { handle: startFactor, asks: [ABOUT_ACCOUNT] } },
  'factor.confirm': { to: { handle: confirmFactor, asks: [ABOUT_ACCOUNT] } },
  'factor.codes': { to: { handle: renewCodes, asks: [ABOUT_ACCOUNT] } },
  'factor.remove': { to: { handle: removeFactor, asks: [ABOUT_ACCOUNT] } },
  'provider.start': { to: { handle: startProvider, asks: [ABOUT_ACCOUNT] } },
  'provider.finish': { to: { handle: finishProvider, asks: SIGNS_IN } },
  'provider.read': { to: { handle: readProvider, asks: [ABOUT_ACCOUNT] } },
  'provider.link': { to: { handle: linkProvider, asks: [] } },
  'provider.unlink': { to: { handle: unlinkProvider, asks: [ABOUT_ACCOUNT] } },
  'provider.prove': { to: { handle: proveWithProvider, asks: [] } },
  'provider.logout': { caller: 'server', to: { handle: providerLogout, asks: [ABOUT_ACCOUNT] } },
  'passwords.reset': { to: { handle: resetPassword, asks: [ABOUT_ACCOUNT] } },
  'users.listOwn': {
    to: { upstream: 'api', path: '/users/:ownOffice', credentials: 'bearer', readTolerantly: rowsOf(user) },
  },
  'users.list': {
    to: { upstream: 'api', path: '/users/:officeId', credentials: 'bearer', readTolerantly: rowsOf(user) },
  },
  'permissions.update': {
    to: {
      upstream: 'api',
      path: '/permission/:id',
      credentials: 'bearer',
      around: updatePermissions,
      whenEmpty: {},
      doneByStatus: true,
      readTolerantly: () => ({ value: {} }),
    },
  },
  'clients.list': {
    to: {
      upstream: 'base',
      path: '/clients/',
      credentials: 'bearer',
      showsTaxIds: true,
      readTolerantly: rowsOf(client),
    },
  },
  'clients.read': {
    to: {
      upstream: 'base',
      path: '/clients/:id',
      credentials: 'bearer',
      showsTaxIds: true,
      readTolerantly: (value, { params }) => {
        // The request names the record, so the record may omit its id.
        const record = recordIn(value);
        const read = readRecord(client, isRecord(record) ? { ...record, id: record['id'] ?? params.id } : record);
        return read && { value: read };
      },
    },
  },
  'storage.read': { to: { handle: readStorage, asks: [{ upstream: 'storage', credentials: 'service-key' }] } },
  'field.session': { to: { handle: readFieldSession, asks: [{ upstream: 'operations', credentials: 'phone' }] } },
  'guest.session': { to: { handle: readGuestSession, asks: [{ upstream: 'operations', credentials: 'guest' }] } },
  'tiles.read': { to: { upstream: 'tiles', credentials: 'none', send: sendTile } },
  'tiles.field': {
    to: {
      upstream: 'tiles',
      credentials: 'none',
      asks: [{ upstream: 'operations', credentials: 'phone' }],
      send: sendFieldTile,
    },
  },
};

/** Additional work of the gateway for calls to the dispatch service. */
const AROUND: { [Id in PassedOn]?: Pick<UpstreamDestination<Id>, 'around' | 'queryFor' | 'sent' | 'showsTaxIds'> } = {
  // The company may be its own client.
  'clients.details': { showsTaxIds: true },
  'clients.history': { showsTaxIds: true },
  'clients.create': { showsTaxIds: true },
  'clients.edit': { showsTaxIds: true },
  'clients.disable': { showsTaxIds: true },
  'clients.mergePreview': { showsTaxIds: true },
  'clients.merge': { showsTaxIds: true },
  'clients.importPreview': { around: capImports, showsTaxIds: true },
  'clients.importCommit': { around: capCommits },
  'evidence.add': { around: capPhotos },
  'evidence.prepare': { around: preparePhotos },
  'evidence.download': { queryFor: openTicket, sent: logPhotos },
  'evidence.file': { sent: logPhotoView },
  'evidence.remove': { around: removePhoto },
  'couriers.connect': { around: linkPhone },
  'couriers.disconnect': { around: disconnectPhone },
  'couriers.track': { around: linkTracker },
  'couriers.untrack': { around: revokeTracker },
  'field.enrolment': { around: readEnrolment },
  'field.connect': { around: connectPhone },
  'field.signOut': { around: signOutPhone },
  'guest.open': { around: openGuestLink },
  'guestLinks.create': { around: createGuestLink },
  'guestLinks.revoke': { around: revokeGuestLink },
  'people.list': { around: listPeople },
  'people.create': { around: createPeople },
  'people.edit': { around: changePerson('edited') },
  'people.enable': { around: changePerson('enabled') },
  'people.disable': { around: endAccess('disabled') },
  'people.retire': { around: endAccess('retired') },
  'people.delete': { around: endAccess('deleted') },
  'people.move': { around: endAccess('moved') },
  'people.removeFactor': { around: endAccess('factorRemoved') },
  'people.permitFactor': { around: changePerson('factorPermitted') },
  'people.inviteProvider': { around: changePerson('providerInvited') },
  'people.unlinkProvider': { around: endAccess('providerUnlinked') },
  'passwords.link': { around: linkPassword },
  'visits.receiver': { around: viewReceiver },
  'couriers.documents': { around: viewDocuments },
  'trails.day': { around: viewTrail },
  'trails.courier': { around: viewTrail },
  'trails.follow': { around: followCourier },
  'trails.file': { sent: logTrailExport },
  'trail.list': { around: viewRecords },
  'trail.file': { sent: logRecordsExport },
  'field.photoPart': { around: capPhotoParts },
  'imports.preview': { around: capImports },
  'couriers.preview': { around: capImports },
  'people.preview': { around: capImports },
  'imports.commit': { around: capCommits },
  'imports.fix': { around: capFixes },
  'imports.clients': { around: capFixes },
  'exports.prepare': { around: prepareExport },
  'money.export': { sent: logMoneyExport },
  'exports.download': { queryFor: openTicket, sent: logDownload },
  'reports.clientsFile': { sent: logReport('reports.clientsFile') },
  'reports.couriersFile': { sent: logReport('reports.couriersFile') },
  'reports.districtsFile': { sent: logReport('reports.districtsFile') },
};

const LINKED_CREDENTIALS = { courier: 'phone', guest: 'guest' } as const;

function toDispatchService(id: PassedOn): UpstreamDestination<PassedOn> {
  const { path, query, policy }: Operation = OPERATIONS[id];
  const principal = linkedPrincipal(policy.access);
  return {
    upstream: 'operations',
    path: path.slice('/api'.length) as `/${string}`,
    credentials: principal ? LINKED_CREDENTIALS[principal] : 'assertion',
    withQuery: query !== null,
    ...AROUND[id],
  };
}

/** Read by pages in numbers that would use up the rate of other calls. */
const OWN_RATE: ReadonlySet<OperationId> = new Set<OperationId>([
  'tiles.read',
  'tiles.field',
  'evidence.file',
  'guest.photo',
]);

function rowOf(id: OperationId): RoutePolicy {
  // The service decides about closed offices, which the gateway does not know.
  const {
    bodyBytes,
    answerBytes,
    timeMs,
    keepsAlive = true,
    inClosedOffice: _,
    ...policy
  } = (OPERATIONS[id] as Operation).policy;
  const limits = {
    request: bodyBytes ?? SMALL_BODY,
    answer: answerBytes ?? RECORD_ANSWER,
    ...(timeMs !== undefined && { time: timeMs }),
  };
  const special =
    id in SPECIAL
      ? (SPECIAL as Record<OperationId, SpecialRow<OperationId>>)[id]
      : {
          to: toDispatchService(id as PassedOn),
          ...(id === 'field.signOut' && { csrf: 'only-with-session' as const }),
        };
  const proof = (PROOFS as Partial<Record<OperationId, ProofNeed | null>>)[id];
  return {
    ...policy,
    ...(proof && { proof }),
    limits,
    keepsAlive,
    ...special,
    ...(OWN_RATE.has(id) && { ownRate: true }),
  };
}

/** The route table: for each operation the policy of its contract and its destination. */
export const ROUTES = Object.fromEntries(
  (Object.keys(OPERATIONS) as OperationId[]).map((id) => [id, rowOf(id)]),
) as unknown as Routes<OperationId>;
