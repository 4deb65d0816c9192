import { type SuggestedPart, type Suggestion } from '@despacho/contracts/dispatch';
import { useEffect, useRef, useState } from 'react';
import { suggest } from '../api/suggestion-query.ts';
import { type RouteEdit, resortRequest, type ShownRoute, unedited } from '../rules/route-edit.ts';

/** Milliseconds without another edit after which the route is computed again: a drag passes many places. */
const PAUSE_MS = 400;

interface Edited {
  edit: RouteEdit;
  /** The last answer; null until there is one. */
  part: SuggestedPart | null;
  /** Set while the route is computed again. */
  isBusy: boolean;
  failure: unknown;
}

/** A route as it is shown, with the state of its last computation. */
export interface EditedRoute extends ShownRoute {
  isBusy: boolean;
  /** Why it could not be computed again: its figures are those of before the edit. */
  failure: unknown;
}

/**
 * The routes of a proposal with the edits of a person. Each edit computes that courier's route again, and stops the
 * computation before it.
 */
export function useEditedRoutes(officeId: string, proposal: Suggestion | undefined) {
  const [edited, setEdited] = useState<ReadonlyMap<string, Edited>>(new Map());
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);
  const put = (id: string, change: Partial<Edited>): void =>
    setEdited((all) => {
      const known = all.get(id);
      return known || change.edit
        ? new Map(all).set(id, { part: null, isBusy: false, failure: null, ...known, ...change } as Edited)
        : all;
    });
  const routes = (proposal?.parts ?? []).map((proposed): EditedRoute => {
    const own = edited.get(proposed.courierId);
    return {
      proposed,
      part: own?.part ?? proposed,
      edit: own?.edit ?? unedited(proposed),
      isBusy: own?.isBusy ?? false,
      failure: own?.failure ?? null,
    };
  });
  const change = (route: ShownRoute, edit: RouteEdit): void => {
    const { courierId } = route.proposed;
    running.current.get(courierId)?.abort();
    const controller = new AbortController();
    running.current.set(courierId, controller);
    put(courierId, { edit, isBusy: true, failure: null });
    const { signal } = controller;
    const compute = async (): Promise<void> => {
      try {
        const { parts } = await suggest(officeId, resortRequest(route.part, edit), signal);
        if (signal.aborted) return;
        const part = parts.find((each) => each.courierId === courierId);
        put(courierId, { ...(part && { part, edit: { ...edit, order: unedited(part).order } }), isBusy: false });
      } catch (failure) {
        if (!signal.aborted) put(courierId, { isBusy: false, failure });
      }
    };
    const timer = setTimeout(() => void compute(), PAUSE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  return { routes, change, isEdited: edited.size > 0 };
}
