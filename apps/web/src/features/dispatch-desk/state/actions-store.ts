import { createStore } from '#shared/state/store.ts';
import { sessionState, subscribeSession } from '#features/session/state/session-store.ts';
import { type Action, type Actions } from '../rules/action.ts';
import { keptActions, storeActions } from './kept-actions.ts';

const MAX_ACTIONS = 20;

/** Key of stored actions: one user in one office. */
export interface Owner {
  person: string;
  officeId: string;
}

const NONE: Actions = { all: [], shownId: null };

type Offices = ReadonlyMap<string, Actions>;

/** Actions by person, then by office. */
const store = createStore<ReadonlyMap<string, Offices>>(new Map());

/** Actions stored in this tab before a reload, read once per user. */
let restored: { person: string; offices: Offices } | undefined;

function officesOf(person: string): Offices {
  const offices = store.get().get(person);
  if (offices) return offices;
  if (restored?.person !== person) restored = { person, offices: keptActions(person) };
  return restored.offices;
}

export const subscribeActions = store.subscribe;

/**
 * A user's actions in an office. Stored outside the component so that they survive navigation, a new sign-in and a
 * reload, and late responses are still recorded.
 */
export const actionsOf = ({ person, officeId }: Owner): Actions => officesOf(person).get(officeId) ?? NONE;

function change(owner: Owner, how: (actions: Actions) => Actions): void {
  const offices = new Map(officesOf(owner.person)).set(owner.officeId, how(actionsOf(owner)));
  storeActions(owner.person, offices);
  store.set(new Map(store.get()).set(owner.person, offices));
}

/** Adds an action and shows its receipt. */
export function addAction(owner: Owner, action: Action): void {
  change(owner, ({ all }) => ({ all: [action, ...all].slice(0, MAX_ACTIONS), shownId: action.id }));
}

/** Ignored if the action is no longer stored. */
export function changeAction(owner: Owner, id: string, how: (action: Action) => Action): void {
  if (!actionsOf(owner).all.some((each) => each.id === id)) return;
  change(owner, ({ all, shownId }) => ({ all: all.map((each) => (each.id === id ? how(each) : each)), shownId }));
}

export function showAction(owner: Owner, shownId: string | null): void {
  change(owner, ({ all }) => ({ all, shownId }));
}

// Signing out clears all actions.
subscribeSession(() => {
  const state = sessionState();
  if (state.status !== 'out' || state.ended) return;
  restored = undefined;
  store.set(new Map());
});
