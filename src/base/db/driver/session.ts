/**
 * Settings of every session. A server, a database or a role may have others by default, and those would change how values are written
 * and read: with `datestyle = 'SQL, DMY'` a day and a month change places, with `bytea_output = escape` bytes are not hexadecimal.
 */
const settings = {
  datestyle: 'ISO,YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  // Idle connections are closed by the pool; the one that listens may be idle for days.
  idle_session_timeout: '0',
};

/** Time limits in milliseconds. A migration or a report lifts them for itself. */
const limits = {
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
};

/** For the start of a session that belongs to one client: `options` of the startup message. */
export const sessionOptions = asOptions(settings);
export const limitedSessionOptions = asOptions({ ...settings, ...limits });

/** For a session without the limits. */
export const liftLimits = statements(
  'SET',
  Object.fromEntries(Object.keys(limits).map((name) => [name, '0'])),
);

/**
 * Behind a pooler a session belongs to whoever has the next transaction, and most startup parameters are refused. So each
 * transaction sets everything for itself. The isolation applies from the next transaction on, so BEGIN names it.
 */
export const setInTransaction = statements('SET LOCAL', { ...settings, ...limits });
/** The same as one statement, to precede another in its implicit transaction. */
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
