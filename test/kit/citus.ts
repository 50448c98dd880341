import { connect, type Db } from '../../src/base/db/pool.ts';
import { migrate } from '../../src/base/db/schema/migrate.ts';
import { asAdmin, close, joinedDatabase, templateDatabase, urlOfDatabase } from './postgres.ts';

/**
 * Creates templates on each worker of a Citus cluster: one whose workers are joined, and one that is also migrated.
 * Returns the workers' URLs, the coordinator first.
 */
export async function makeCitusTemplates(coordinatorUrl: string): Promise<string[]> {
  const nodes = await readWorkers(coordinatorUrl);
  for (const url of nodes) await asAdmin(url, (admin) => createAnew(admin, joinedDatabase, 'template0'));
  await joinWorkers(nodes, joinedDatabase);
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

/** Joins the databases of this name on the workers into one cluster, the coordinator first. */
export async function joinWorkers(nodes: string[], name: string): Promise<void> {
  const urls = nodes.map((url) => urlOfDatabase(url, name));
  for (const url of urls) await asAdmin(url, (admin) => admin`CREATE EXTENSION citus`);
  await asAdmin(urls[0] as string, async (coordinator) => {
    for (const [at, url] of urls.entries()) {
      const { hostname, port } = new URL(url);
      if (at === 0) await coordinator`SELECT citus_set_coordinator_host(${hostname}, ${Number(port)}::int)`;
      else await coordinator`SELECT citus_add_node(${hostname}, ${Number(port)}::int)`;
    }
  });
}

async function createAnew(admin: Db, name: string, template: string): Promise<void> {
  await admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`;
  await admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)}`;
}

/** The workers' URLs, the coordinator first. */
export async function readWorkers(coordinatorUrl: string): Promise<string[]> {
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
