/**
 * How long the tests wait for anything, in milliseconds. Made for a slow machine that has other things to do: a test that
 * passes is no slower for a long deadline, and one that fails only tells so later.
 */
export const deadlines = {
  /** A test, and a hook. */
  test: 300_000,
  /** A test that goes on for minutes by itself: killing a program at each of its steps. */
  longTest: 900_000,
  /** A state that must come: of a row, an order, a process. A first start took 60 s on two cores with a load of 24. */
  state: 120_000,
  /** What a page is to show. */
  page: 60_000,
  /** A node or an acquirer that does answer, where nobody waits for its silence. */
  answer: 10_000,
} as const;
