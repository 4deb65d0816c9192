import { MAX_ASKED_CLIENTS, type UnknownClients } from '@despacho/contracts/dispatch';
import { type ClientAnswers } from '#platform/database/schema.ts';
import { nameKey } from '@despacho/contracts';
import { type NumberedInput } from './find-doubtful.ts';

/** The answers of a new preview. */
export const NO_ANSWERS: ClientAnswers = { clients: [], keepOthers: false };

/** @returns whether the client of a line is decided: a client of the company, or answered by the person. */
export function isDecided({ clients, keepOthers }: ClientAnswers): (line: NumberedInput) => boolean {
  const answered = new Set(clients.map(([text]) => nameKey(text)));
  return ({ input: { client } }) => client.id !== null || keepOthers || answered.has(nameKey(client.name));
}

/** @returns the texts of these lines that match no client and were not answered. */
export function unknownClients(lines: readonly NumberedInput[], answers: ClientAnswers): UnknownClients {
  const decided = isDecided(answers);
  const texts = new Map<string, { text: string; lines: number }>();
  for (const line of lines) {
    if (decided(line)) continue;
    const { name } = line.input.client;
    const found = texts.get(nameKey(name)) ?? { text: name, lines: 0 };
    found.lines++;
    texts.set(nameKey(name), found);
  }
  const all = [...texts.values()];
  return { asked: all.slice(0, MAX_ASKED_CLIENTS), more: Math.max(all.length - MAX_ASKED_CLIENTS, 0) };
}
