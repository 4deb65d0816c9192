import { type Plugin } from 'vite';

/** The oldest versions that the pages support (decision 189). The builds, the pages' own text and the documents use these. */
export const SUPPORTED = { chrome: 131, edge: 131, firefox: 128, safari: 16.4, ios: 16.4 } as const;

export type Browser = keyof typeof SUPPORTED;

/** The targets of the builds' syntax and style sheets. */
export const TARGET = Object.entries(SUPPORTED).map(([name, version]) => `${name}${version}`);

/** The same for people. */
export const SUPPORTED_TEXT = `Chrome o Edge ${SUPPORTED.chrome}, Firefox ${SUPPORTED.firefox}, Safari ${SUPPORTED.safari} (iPhone con iOS ${SUPPORTED.ios}), o versiones posteriores`;

/** Writes the supported versions into the pages, for browsers in which no script runs. */
export const supportedBrowsers: Plugin = {
  name: 'supported-browsers',
  transformIndexHtml: (html) => html.replace('%SUPPORTED_BROWSERS%', SUPPORTED_TEXT),
};
