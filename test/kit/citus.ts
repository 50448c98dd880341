import { migrate } from '../../src/db/migrate.ts';
import { connect, type Sql } from '../../src/db/pool.ts';
import { asAdmin, joinedDatabase, templateDatabase, urlOfDatabase } from './postgres.ts';

/**
 * Templates on each node of a Citus cluster: one whose nodes are joined, and one that is migrated, too. Answers the addresses
 * of the nodes, the coordinator first.
 */
export async function makeCitusTemplates(coordinatorUrl: string): Promise<string[]> {
  const nodes = await readNodes(coordinatorUrl);
  for (const url of nodes) {
    await asAdmin(url, (admin) => createAnew(admin, joinedDatabase, 'template0'));
    await asAdmin(urlOfDatabase(url, joinedDatabase), (admin) => admin`CREATE EXTENSION citus`);
  }
  await asAdmin(urlOfDatabase(coordinatorUrl, joinedDatabase), async (joined) => {
    for (const [at, url] of nodes.entries()) {
      const { hostname, port } = new URL(url);
      if (at === 0) await joined`SELECT citus_set_coordinator_host(${hostname}, ${Number(port)}::int)`;
      else await joined`SELECT citus_add_node(${hostname}, ${Number(port)}::int)`;
    }
  });
  for (const url of nodes) {
    await asAdmin(url, async (admin) => {
      await close(admin, joinedDatabase);
      await createAnew(admin, templateDatabase, joinedDatabase);
    });
  }
  const template = connect(urlOfDatabase(coordinatorUrl, templateDatabase), { max: 2 });
  await migrate(template);
  await template.end();
  for (const url of nodes) await asAdmin(url, (admin) => close(admin, templateDatabase));
  return nodes;
}

async function createAnew(admin: Sql, name: string, template: string): Promise<void> {
  await admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`;
  await admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)}`;
}

/** Citus keeps a process of its own in each database, and one that is in use cannot be copied. */
async function close(admin: Sql, name: string): Promise<void> {
  await admin`ALTER DATABASE ${admin(name)} ALLOW_CONNECTIONS false`;
  await admin`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ${name}`;
}

async function readNodes(coordinatorUrl: string): Promise<string[]> {
  const sql = connect(coordinatorUrl, { max: 1 });
  const nodes = await sql<{ name: string; port: number }[]>`
    SELECT nodename AS name, nodeport AS port
      FROM pg_dist_node
     ORDER BY groupid`;
  await sql.end();
  return nodes.map(({ name, port }) => {
    const url = new URL(urlOfDatabase(coordinatorUrl, 'postgres'));
    url.host = `${name}:${port}`;
    return url.href;
  });
}
