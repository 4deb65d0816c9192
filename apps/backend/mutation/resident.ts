/* The plugin names this path of the workspace whose sources are mutated. */
export { default } from '../../bff/mutation/resident.ts';
