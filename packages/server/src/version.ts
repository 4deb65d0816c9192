/** This release: the version in every package.json, and the newest heading of CHANGELOG.md. */
export const VERSION = '1.0.0';
