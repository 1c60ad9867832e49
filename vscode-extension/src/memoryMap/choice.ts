import type { FunctionChoice } from "../messages";

/** The function that was meant: the one of this name nearest to where it was, else the one at or above that line. */
export function nearestChoice<T extends FunctionChoice>(
  functions: readonly T[],
  wanted: FunctionChoice | undefined,
): T | undefined {
  if (!wanted) return functions[0];
  const named = functions.filter(({ name }) => name === wanted.name);
  if (named.length > 0)
    return named.reduce((best, next) => (distance(next, wanted) < distance(best, wanted) ? next : best));
  return functions.findLast(({ line }) => line <= wanted.line) ?? functions[0];
}

function distance(a: FunctionChoice, b: FunctionChoice): number {
  return Math.abs(a.line - b.line);
}
