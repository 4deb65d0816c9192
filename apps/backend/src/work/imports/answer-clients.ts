import { type ClientsBody, type FixedLines } from '@despacho/contracts/dispatch';
import { countLookups } from '#people/clients/client-lookups.ts';
import { KnownClients } from '#people/clients/known-clients.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { nameKey } from '@despacho/contracts';
import { Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { openPreview, storeJudged } from './fix-lines.ts';
import { findLines, findStoredLines, inputsOfLines } from './imports-repository.ts';
import { type JudgedLine } from './judge-lines.ts';
import { parseContext } from './parse-context.ts';

/**
 * Stores the answers about unknown clients of the person's own preview, and applies them to its lines. They also apply
 * to lines that are fixed later.
 * @returns the lines that were validated again.
 * @throws Refusal like `fixImportLines`; invalid for an answer that matches no client.
 */
export async function answerClients(
  services: WorkServices,
  dispatcher: Dispatcher,
  id: number,
  { clients, keepOthers }: ClientsBody,
): Promise<FixedLines> {
  const { db } = services;
  const preview = await openPreview(services, dispatcher, id);
  const known = new KnownClients((await parseContext(services, dispatcher)).clients);
  const chosen = clients.flatMap(({ client }) => client ?? []);
  await countLookups(
    services,
    dispatcher,
    chosen.map((text) => ({ text, clientId: known.find(text).id })),
  );
  const unknown = clients.find(({ client }) => client !== null && known.find(client).id === null);
  if (unknown)
    throw new Refusal(
      'invalid',
      `«${unknown.client ?? ''}» no está entre los clientes; seleccione uno o mantenga el texto`,
    );
  const all = inputsOfLines(await findLines(db, dispatcher, id));
  // Answers about other texts would be kept forever.
  const asked = new Set([
    ...all.flatMap(({ input: { client } }) => (client.id === null ? nameKey(client.name) : [])),
    ...preview.answers.clients.map(([text]) => nameKey(text)),
  ]);
  const meant = new Map(
    clients.flatMap(({ text, client }) => (asked.has(nameKey(text)) ? [[nameKey(text), { text, client }]] : [])),
  );
  const answers = {
    clients: [
      ...preview.answers.clients.filter(([text]) => !meant.has(nameKey(text))),
      ...Array.from(meant.values(), ({ text, client }) => [text, client] as const),
    ],
    keepOthers: keepOthers || preview.answers.keepOthers,
  };
  const clientOf = (name: string): string | null => meant.get(nameKey(name))?.client ?? null;
  const changed = new Map(
    all
      .filter(({ input: { client } }) => client.id === null && clientOf(client.name) !== null)
      .map(({ line, input, extra = {} }) => {
        const { id: of, name, phone } = known.find(clientOf(input.client.name) ?? '');
        return [line, { input: { ...input, client: { id: of, name, phone } }, extra }];
      }),
  );
  const stored = await findStoredLines(db, dispatcher, id, { wanted: [...changed.keys()], outcome: 'order' });
  const read = stored.flatMap((each): JudgedLine[] => {
    const valid = changed.get(each.line);
    return valid ? [{ ...each, ...valid, ok: true, sender: '', notes: [] }] : [];
  });
  const others = all.filter(({ line }) => !changed.has(line));
  return storeJudged(services, dispatcher, { ...preview, answers }, { others, read });
}
