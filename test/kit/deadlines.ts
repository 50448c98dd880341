/**
 * The tests' deadlines, in milliseconds. Made for a slow, busy machine: a test that passes is no slower for a long
 * deadline, and one that fails only reports it later.
 */
export const deadlines = {
  /** A test or a hook. */
  test: 300_000,
  /** A test that takes minutes: killing a program at each of its steps. */
  longTest: 900_000,
  /** A state to wait for: of a row, an order, a process. A first start took 60 s on two cores with a load of 24. */
  state: 120_000,
  /** A page's content. */
  page: 60_000,
  /** A node or an acquirer that does answer, if its silence is not being tested. */
  answer: 10_000,
} as const;
