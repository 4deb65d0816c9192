/**
 * @param module URL of a module.
 * @param name of a program without its ending. The build puts it next to the module in `dist/`, as it is in `src/`.
 * @returns the URL of the program, valid when running from source and when bundled.
 */
export const programBeside = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module);
