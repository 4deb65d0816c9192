import * as z from 'zod/mini';

/**
 * The figures of an office may have changed. Sent on the stream to everyone with a module of the Dashboard, at most
 * once every few seconds, and never stored.
 */
export const figuresChanged = z.object({ type: z.literal('figures.changed'), officeId: z.string() });

export type FiguresChanged = z.infer<typeof figuresChanged>;
