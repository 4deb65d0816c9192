import { type EvidenceStore } from '#field/evidence/evidence-store.ts';

/** Photos in memory, for tests that are not about the store. */
export function createMemoryStore(): EvidenceStore & { files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  return {
    files,
    place: 'memory',
    put: (name, bytes) => {
      files.set(name, Buffer.from(bytes));
      return Promise.resolve();
    },
    get: (name) => Promise.resolve(files.get(name)),
    remove: (name) => {
      files.delete(name);
      return Promise.resolve();
    },
    list: async function* () {
      for (const name of await Promise.resolve([...files.keys()].sort()))
        yield { name, bytes: files.get(name)?.length ?? 0, changedAt: new Date(0) };
    },
  };
}
