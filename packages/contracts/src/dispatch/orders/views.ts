import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER } from '../../policy.ts';
import { line } from '../../text.ts';
import { actor, inOffice, officeEvent, rowInOffice, version } from '../platform/fields.ts';
import { savedFilterQuery } from './order-filter.ts';
import { orderSort } from './order-sort.ts';
import { codesOf } from '../platform/words.ts';

/** Maximum number of views per office: with `SMALL_BODY` each, the list is 3 MB. */
export const MAX_VIEWS = 200;

const fields = { name: line(60), filter: savedFilterQuery, sort: z.nullable(orderSort) };

const viewInput = z.strictObject(fields);

export type ViewInput = z.infer<typeof viewInput>;

const viewEdit = z.strictObject({ version, changes: z.partial(z.strictObject(fields)) });

export type ViewEdit = z.infer<typeof viewEdit>;

/** A named filter and sorting, shared by the office. */
const savedView = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  /** As in a link; `readOrderFilter` parses it. */
  filter: savedFilterQuery,
  sort: z.nullable(orderSort),
  by: actor,
  /** Whether that person may no longer act in the office: disabled, retired, moved away, or without the module. */
  authorLeft: z.boolean(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** Whether the caller may rename, replace and remove it: it is their own, or they have charge S. */
  mayEdit: z.boolean(),
});

export type SavedView = z.infer<typeof savedView>;

const VIEW_CHANGES = { creada: 'Creada', editada: 'Editada', quitada: 'Quitada' } as const;

export type ViewChange = keyof typeof VIEW_CHANGES;

/** A view was saved, edited or removed. Clients that show the list reload it. */
export const viewChanged = officeEvent('view.changed', {
  what: z.enum(codesOf(VIEW_CHANGES)),
  view: z.object({ id: z.string(), name: z.string(), version: z.int() }),
});

export type ViewChanged = z.infer<typeof viewChanged>;

/** Names are unique in an office, regardless of case and accents. */
export const viewOperations = {
  'views.list': operation('GET', '/api/views', {
    summary: 'Vistas guardadas de una oficina, por nombre',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: inOffice,
    response: z.array(savedView),
  }),
  'views.create': operation('POST', '/api/views', {
    summary: 'Guarda una vista para toda la oficina',
    policy: { ...DISPATCH },
    query: inOffice,
    body: viewInput,
    response: savedView,
  }),
  'views.edit': operation('PATCH', '/api/views/:id', {
    summary: 'Renombra o reemplaza una vista propia (o con cargo S), si nadie la cambió entretanto',
    policy: { ...DISPATCH },
    ...rowInOffice,
    body: viewEdit,
    response: savedView,
  }),
  'views.remove': operation('POST', '/api/views/:id/remove', {
    summary: 'Quita una vista propia (o con cargo S); responde la vista quitada',
    policy: { ...DISPATCH },
    ...rowInOffice,
    body: z.strictObject({ version }),
    response: savedView,
  }),
};
