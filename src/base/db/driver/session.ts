/**
 * Settings of every session. A server, database or role may have other defaults, which would change how values are
 * written and read: with `datestyle = 'SQL, DMY'` day and month swap, with `bytea_output = escape` bytes are not
 * hexadecimal.
 */
const settings = {
  datestyle: 'ISO,YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  // The pool closes idle connections; the listening one may be idle for days.
  idle_session_timeout: '0',
};

/** Time limits in milliseconds. A migration or a report lifts them for itself. */
const limits = {
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
};

/** For a session that belongs to one client: `options` of the startup message. */
export const sessionOptions = asOptions(settings);
export const limitedSessionOptions = asOptions({ ...settings, ...limits });

/** Removes the limits of a session. */
export const liftLimits = statements(
  'SET',
  Object.fromEntries(Object.keys(limits).map((name) => [name, '0'])),
);

/**
 * Behind a pooler the next transaction of a session may belong to another client, and most startup parameters are
 * refused. Each transaction therefore sets everything itself. The isolation setting applies only from the next
 * transaction on, so BEGIN names it.
 */
export const setInTransaction = statements('SET LOCAL', { ...settings, ...limits });
/** The same as one statement, to run before another in its implicit transaction. */
export const setBeforeStatement = `SELECT ${Object.entries({ ...settings, ...limits })
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

function asOptions(given: Record<string, string>): string {
  return Object.entries(given)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');
}

function statements(verb: string, given: Record<string, string>): string {
  return Object.entries(given)
    .map(([name, value]) => `${verb} ${name} = '${value}'`)
    .join('; ');
}
