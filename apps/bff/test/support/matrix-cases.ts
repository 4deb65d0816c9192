import { type Line, MATRIX, type Outcome, WHO, type Who } from './access-matrix.ts';
import { FULL } from './full.ts';

/** One request of the access matrix: what `who` gets for the operation of a line. */
interface MatrixCase {
  line: Line;
  who: Who;
  may: Outcome;
}

const EVERY: readonly MatrixCase[] = MATRIX.flatMap((line) => WHO.map((who) => ({ line, who, may: line.may[who] })));

/** @returns one case for each operation and outcome, of roles and offices in turn. */
function oneOfEachOutcome(): MatrixCase[] {
  const groups = Object.groupBy(EVERY, ({ line, may }) => `${line.id} ${may}`);
  return Object.values(groups).flatMap((cases, turn) => cases[turn % cases.length] ?? []);
}

/**
 * The cases that are sent, by role. The rows decide all of them in the same way, which access-rows.test.ts compares
 * with the whole matrix; so one request for each operation and outcome suffices, except in the long run.
 */
export function casesByRole(isWanted: (may: Outcome) => boolean = () => true): [who: Who, cases: MatrixCase[]][] {
  const wanted = (FULL ? EVERY : oneOfEachOutcome()).filter(({ may }) => isWanted(may));
  return WHO.map((who): [Who, MatrixCase[]] => [who, wanted.filter((each) => each.who === who)]).filter(
    ([, cases]) => cases.length > 0,
  );
}
