import { fileURLToPath } from 'node:url';
import { type Plugin } from 'vite';

const CREATE_ICON = fileURLToPath(new URL('src/shared/ui/Icon/create-icon.ts', import.meta.url));

/** Bundles of lucide's icons only their shapes: no names, aliases and keys, and no part of the package that draws them. */
export const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/dist/esm/icons/') ? CREATE_ICON : null,
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) =>
      code
        .replace(/^ {2}(?:name|size): .*\n/gm, '')
        .replace(/,\s*aliases: \[[^\]]*\]/g, '')
        .replace(/,\s*key: "\w+"/g, '')
        .replace(/^__iconData\.node;$/m, ''),
  },
};
