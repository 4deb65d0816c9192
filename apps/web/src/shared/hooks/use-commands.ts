import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useLatestCallback } from './use-latest-callback.ts';
import { createStore } from '../state/store.ts';

/** A command of the screen for the box of commands. */
export interface Command {
  /** Its object, «3 órdenes seleccionadas», or what is missing, if it is not ready. */
  about?: string | undefined;
  /** Whether it can act; true by default. Otherwise `run` moves the focus to what is missing. */
  isReady?: boolean;
  /** Id of the chosen courier, for a command about one. */
  courierId?: string | undefined;
  /** @param id of the order or courier, for a command about one. */
  run: (id: string) => void;
}

type Commands = Readonly<Record<string, Command>>;

/** Whether the box of commands (Ctrl+K) is open. */
export const commandBox = createStore(false);

const sources = new Set<() => Commands>();

/** @returns the commands of the screen now, by id. */
export const commandsNow = (): Commands => Object.assign({}, ...[...sources].map((read) => read())) as Commands;

/** A command that another screen requests, in the state of the history entry that opens this one. */
export interface CommandRequest {
  command: string;
  /** Id of the order or courier. */
  id?: string;
}

const requestIn = (state: unknown): CommandRequest | undefined =>
  typeof state === 'object' && state !== null && 'command' in state ? (state as CommandRequest) : undefined;

/** Offers commands to the box while mounted, and runs the one for which another screen opened this one, once. */
export function useCommands(read: () => Commands): void {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useLatestCallback(read);
  const requested = useRef<CommandRequest>(undefined);
  useEffect(() => {
    sources.add(latest);
    return () => {
      sources.delete(latest);
    };
  }, [latest]);
  const take = useEffectEvent(() => {
    const request = requestIn(location.state);
    const { command = '', id = '' } = request ?? requested.current ?? {};
    const known = read()[command];
    requested.current = undefined;
    if (!known) return;
    if (!request) {
      known.run(id);
      return;
    }
    // Removed before it runs, so that going back to the entry does not repeat it.
    requested.current = request;
    void navigate({ search: location.search }, { replace: true, state: { ignoreLoadingBar: true } });
  });
  useEffect(() => take(), [location.key]);
}
