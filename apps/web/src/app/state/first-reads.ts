import { mayUse } from '@despacho/contracts';
import { modulesOf } from '#features/session/rules/person.ts';
import { currentSession } from '#features/session/state/session.ts';
import { rememberedOfficeId } from '#features/session/state/stored.ts';
import { isHeld, LIVE_LOCK } from '#shared/browser/locks.ts';
import { beginRead, beginStream, type Exchange } from '#shared/http/early-reads.ts';
import { paths } from '#shared/paths.ts';
import { SECTIONS } from '#shared/sections.ts';
import { readStored } from '#shared/state/browser-storage.ts';
import { pathInApp } from '../rules/path-in-app.ts';

/*
 * Names and values of queries are repeated from the dispatch contracts and the screens, which the login page does not
 * download. A wrong one costs a request: the screen then sends its own. A test compares them.
 */
const OFFICE_PARAM = 'oficina';
/** An id as the contract allows it at least: nothing that could change the path of a request. */
const OFFICE_ID = /^[^.\s/\\%;][^/\\%;]{0,63}$/u;
const OPEN = { estado: 'pendiente,asignada,en_ruta' } as const;
const DAY_MS = 24 * 60 * 60_000;

/** Peru is five hours behind UTC, and by default days turn at five. */
const TO_WORKING_DAY_MS = 10 * 60 * 60_000;

// day: a guess, as the comment above says.
const dayOf = (instant: number): string => new Date(instant - TO_WORKING_DAY_MS).toISOString().slice(0, 10);

/** Opens the event stream, unless another tab reads it for all. */
const openStream = (): void => {
  void isHeld(LIVE_LOCK).then((isRead) => {
    if (!isRead) beginStream('/api/events');
  });
};

type Reads = (officeId: string, now: number) => unknown;

/** The first requests of each screen. */
const READS: Readonly<Record<string, Reads>> = {
  [paths.assign]: (officeId, now) => {
    openStream();
    void beginRead('/api/orders', { officeId, ...OPEN, desde: dayOf(now), orden: 'vence', limite: '100' });
    void beginRead('/api/orders/counts', { officeId, ...OPEN, hasta: dayOf(now - DAY_MS) });
    // In a new browser, orders wait for them.
    if (readStored('despacho.districts') === null) void beginRead('/api/districts', { officeId });
  },
  [paths.permissions]: (officeId) => beginRead(`/api/users/${encodeURIComponent(officeId)}`),
  [paths.clients]: () => beginRead('/api/clients'),
  [paths.dashboard]: () => undefined,
  [paths.map]: () => undefined,
  [paths.images]: () => undefined,
};

/** @returns whether the installation has a dispatch service. */
function hasOperations({ data }: Exchange['answer']): boolean {
  // The screen checks it against its contract, which the login page does not download.
  const { sections } = data as { sections?: { operations?: unknown } };
  return sections?.operations === true;
}

/**
 * @param config its early read.
 * @returns the office of the session, if its user may open the section and the installation has a dispatch service: nothing
 * remembers the office for others than charge S.
 */
async function officeOfSession(pathname: string, config: Promise<Exchange>): Promise<string | undefined> {
  const [view, { answer }] = await Promise.all([currentSession(), config]);
  if (!hasOperations(answer)) return undefined;
  const section = SECTIONS.find(({ path }) => path === pathname);
  return view && section && mayUse(section.access, modulesOf(view)) ? view.officeId.id : undefined;
}

/**
 * Requests the first data of the screen that is being opened, while its code loads, with the screen's default filter. The
 * configuration immediately, the rest too if this browser remembers an office, else when the session is known.
 * @param href address of the page. @param now epoch milliseconds.
 */
export function beginFirstReads(href: string, now: number): void {
  const { pathname, searchParams } = new URL(pathInApp(href), document.baseURI);
  const read = READS[pathname];
  if (!read) return;
  const config = beginRead('/api/config');
  // An address must not cause requests that its user may not make: only users of charge S have a remembered office.
  const remembered = rememberedOfficeId();
  const begin = (officeId: string | undefined): void => {
    if (officeId === undefined || !OFFICE_ID.test(officeId)) return;
    void beginRead('/api/offices');
    void config.then(
      ({ answer }) => hasOperations(answer) && openStream(),
      () => undefined,
    );
    if ([...searchParams.keys()].every((name) => name === OFFICE_PARAM)) read(officeId, now);
  };
  if (remembered !== undefined) begin(searchParams.get(OFFICE_PARAM) ?? remembered);
  // The guards report a failure.
  else officeOfSession(pathname, config).then(begin, () => undefined);
}
