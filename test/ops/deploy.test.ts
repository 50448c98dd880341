import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { ConfigError, type Environment } from '../../src/base/ground/env-reader.ts';
import type { App } from '../../src/base/http/server.ts';
import { readConfig } from '../../src/config/config.ts';
import { loadCommands } from '../../src/surfaces/cli/commands.ts';
import { type OperatorRoutesDeps, operatorRoutes } from '../../src/surfaces/metrics/operator-routes.ts';

/** The deployment files, checked against the program: roles, settings, probes, commands, the time a stop takes. */

const checkout = join(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(checkout, path), 'utf8');

/** Every variable that the program reads. */
const variables = new Set<string>();
for (const SIGNER of ['key-file', 'remote']) {
  const given: Environment = {
    SIGNER,
    SIGNER_PASSPHRASE_FILE: 'x',
    TRC20_RPC_URLS: 'x',
    ERC20_RPC_URLS: 'x',
  };
  faultsOf(
    new Proxy(given, {
      get(target, name) {
        variables.add(String(name));
        return target[String(name)];
      },
    }),
  );
}
/** Read by Node.js and by the health check. */
const others = ['NODE_COMPILE_CACHE'];

function faultsOf(env: Environment): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ name }) => name);
    throw error;
  }
}

const secret = 'c4a1e02b5f7796d8813fe09a2bcd4470e6f15c3d9a8877aabb0c1d2e3f405162';
/** Values for the variables that the templates leave empty. */
const filledIn: Environment = {
  DATABASE_URL: 'postgres://pasarela:x@db.example/pasarela?sslmode=verify-full',
  SECRET_KEY: secret,
  METRICS_TOKEN: secret,
  SMTP_URL: 'smtps://user:password@mail.company.example',
};
const unknownIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !variables.has(name) && !others.includes(name));

/** A stopping process ends by itself within this time. */
const stopSeconds =
  Number(/stopDeadlineMs = ([\d_]+)/.exec(textOf('src/main.ts'))?.[1]?.replaceAll('_', '')) / 1000;
const routes: string[] = [];
operatorRoutes({ get: (path: string) => routes.push(path) } as unknown as App, {} as OperatorRoutesDeps);
const commands = (await loadCommands()).map(({ name }) => name);
const roles = ['api', 'watcher', 'worker'];

/** The command is a role of the program or a command of its command line. */
function expectToRun(command: readonly string[]): void {
  const [program, ...rest] = command;
  const words = rest.slice(0, rest.findIndex((word) => word.startsWith('--')) >>> 0);
  if (program === 'pasarela') expect(commands).toContain(words.join(' '));
  else expect([program, existsSync(join(checkout, rest.at(-1) ?? ''))]).toEqual(['node', true]);
}

test('the image has what it runs, passes signals on, and runs as nobody', () => {
  const lines = textOf('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const listed = (start: string): string[] => {
    const line = last.find((each) => each.includes(start)) ?? '';
    return JSON.parse(line.slice(line.indexOf('[')));
  };
  expectToRun(listed('CMD ["node", "--'));
  expectToRun(listed('HEALTHCHECK'));
  expect(listed('HEALTHCHECK')).toEqual(['node', 'bin/health.js']);
  expect(last).toContain('STOPSIGNAL SIGTERM');
  expect(last.find((line) => line.startsWith('USER '))).toMatch(/^USER [1-9]\d+:[1-9]\d+$/);
  const set = [...(last.find((line) => line.startsWith('ENV ')) ?? '').matchAll(/(\w+)=/g)];
  expect(unknownIn(set.map(([, name = '']) => name))).toEqual([]);
  for (const [, path = ''] of textOf('.dockerignore').matchAll(/^!(.+)$/gm)) {
    expect([path, existsSync(join(checkout, path))]).toEqual([path, true]);
  }
  // The files that the build reads.
  expect(textOf('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['!src', '!web', '!migrations']),
  );
});

test('the settings that are shown are those of a live installation', () => {
  const lines = textOf('ops/compose/settings.example').matchAll(/^(\w+)=(.*)$/gm);
  const { DATABASE_PASSWORD, ...shown } = Object.fromEntries(
    [...lines].map(([, name, value]) => [name, value]),
  );
  expect(DATABASE_PASSWORD).toBe('');
  expect(unknownIn(Object.keys(shown))).toEqual([]);
  const emptied = Object.entries(shown).filter(([name, value]) => value !== '' || !(name in filledIn));
  expect(faultsOf({ MODE: 'live', ...filledIn, ...Object.fromEntries(emptied) })).toEqual([]);
});

interface Service {
  image: string;
  command?: string[];
  environment: Record<string, string>;
  stop_grace_period: string;
  depends_on: Record<string, unknown>;
  user?: string;
  read_only?: boolean;
}

test.each(['postgres.yml', 'citus.yml'])(
  'compose: %s starts every role, after the tables are there',
  (file) => {
    const { services } = parse(textOf(`ops/compose/${file}`), { merge: true }) as {
      services: Record<string, Service>;
    };
    const own = Object.entries(services).filter(([, { image }]) => image.includes('pasarela'));
    const running = own.filter(([name]) => name !== 'migrate');
    expect(running.map(([name]) => name).toSorted()).toEqual(roles);
    for (const [name, service] of running) {
      expect(service.environment.ROLES).toBe(name);
      const { DATABASE_URL = '', ...rest } = service.environment;
      expect(faultsOf({ ...rest, DATABASE_URL: DATABASE_URL.replace(/\$\{.*?\}/, 'x') })).toEqual([]);
      expect(service.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    }
    for (const [, { environment, command, read_only, stop_grace_period }] of own) {
      expect(unknownIn(Object.keys(environment))).toEqual([]);
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(stopSeconds);
      expect(read_only).toBe(true);
      if (command) expectToRun(command);
    }
  },
);

test('compose: every node of Citus can hand its shards to a new one, and has connections for all processes', () => {
  const { services } = parse(textOf('ops/compose/citus.yml'), { merge: true }) as {
    services: Record<string, Service>;
  };
  for (const name of ['coordinator', 'shard1', 'shard2']) {
    const settings = Object.fromEntries(
      (services[name]?.command ?? []).slice(1).map((each) => each.replace(/^-c/, '').split('=')),
    );
    expect(settings.wal_level).toBe('logical');
    expect(Number(settings.max_connections)).toBeGreaterThan(100);
    expect(Number(settings.max_prepared_transactions)).toBe(2 * Number(settings.max_connections));
  }
});

// biome-ignore lint/suspicious/noExplicitAny: whatever kind of thing a manifest describes
type Manifest = any;
const folder = 'ops/kubernetes';
const files = readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yaml'),
);
const manifestsIn = (name: string): Manifest[] =>
  parseAllDocuments(textOf(`${folder}/${name}`), { merge: true }).map((document) => document.toJS());
const manifests: Manifest[] = files.flatMap(manifestsIn);
const ofKind = (kind: string): Manifest[] => manifests.filter((each) => each.kind === kind);
const running: Manifest[] = ofKind('Deployment');
const podsOf = ({ spec }: Manifest): Manifest => spec.template;

test('Kubernetes: every role is deployed, and a disruption leaves one of each', () => {
  const deployed = running.map((each) => podsOf(each).spec.containers[0].env[0]);
  expect(deployed.map(({ name }) => name)).toEqual(running.map(() => 'ROLES'));
  expect(deployed.map(({ value }) => value).toSorted()).toEqual(roles);
  for (const { spec } of running) expect(spec.replicas).toBeGreaterThan(1);
  const labels = running.map((each) => podsOf(each).metadata.labels);
  const selects = (selector: object): number =>
    labels.filter((each) => Object.entries(selector).every(([key, value]) => each[key] === value)).length;
  for (const { spec } of running) expect(selects(spec.selector.matchLabels)).toBe(1);
  const budgets = ofKind('PodDisruptionBudget');
  expect(budgets.map(({ spec }) => selects(spec.selector.matchLabels))).toEqual([1, 1, 1]);
  for (const { spec } of budgets) expect(spec.maxUnavailable).toBe(1);
  const [served, measured] = ofKind('Service');
  expect([selects(served.spec.selector), selects(measured.spec.selector)]).toEqual([1, 3]);
  for (const { spec } of ofKind('HorizontalPodAutoscaler')) {
    expect(running.map(({ metadata }) => metadata.name)).toContain(spec.scaleTargetRef.name);
  }
});

test('Kubernetes: probes ask for what the program answers, and a stop has its time', () => {
  for (const deployment of running) {
    const { containers, terminationGracePeriodSeconds } = podsOf(deployment).spec;
    const [{ readinessProbe, livenessProbe, startupProbe, ports, lifecycle }] = containers;
    for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe]) {
      expect(routes).toContain(httpGet.path);
      expect(ports.map(({ name }: { name: string }) => name)).toContain(httpGet.port);
    }
    expect(readinessProbe.httpGet.path).toBe('/health/ready');
    // An unavailable database is no reason to end a process.
    expect(livenessProbe.httpGet.path).toBe('/health/live');
    const pause = lifecycle?.preStop.sleep.seconds ?? 0;
    expect(terminationGracePeriodSeconds - pause).toBeGreaterThan(stopSeconds);
  }
});

test('Kubernetes: nothing runs as root or writes to its image, and all is a live installation', () => {
  const [settings] = ofKind('ConfigMap');
  const secrets = ofKind('Secret');
  const named = [settings, ...secrets].map(({ metadata }) => metadata.name);
  for (const { stringData } of secrets) {
    for (const [name, value] of Object.entries(stringData))
      if (name !== 'SIGNER') expect([name, value]).toEqual([name, '']);
  }
  const verifying = ofKind('CronJob').map(({ spec }) => spec.jobTemplate.spec.template);
  for (const pod of [...[...running, ...ofKind('Job')].map(podsOf), ...verifying]) {
    expect(pod.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    const [container] = pod.spec.containers;
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
    for (const { configMapRef, secretRef } of container.envFrom) {
      expect(named).toContain((configMapRef ?? secretRef).name);
    }
    if (container.args) expectToRun(container.args);
  }
  const data = Object.assign({}, settings.data, ...secrets.map(({ stringData }) => stringData));
  expect(unknownIn(Object.keys(data))).toEqual([]);
  expect(faultsOf({ ...data, ...filledIn })).toEqual([]);
});

test('Kubernetes: as many processes as there can be fit into the connections that PostgreSQL takes', () => {
  const [settings] = ofKind('ConfigMap');
  const [scaled] = ofKind('HorizontalPodAutoscaler');
  const others = running.filter(({ metadata }) => metadata.name !== scaled.spec.scaleTargetRef.name);
  const one = others.reduce((sum, { spec }) => sum + spec.replicas, 0);
  const processes = scaled.spec.maxReplicas + one + 1;
  // Each process has one more connection to listen; three of PostgreSQL's hundred are reserved for a superuser.
  expect(processes * (Number(settings.data.DATABASE_POOL_SIZE) + 1)).toBeLessThanOrEqual(97);
});

test('Kubernetes: kustomize takes every manifest but the secrets, and every component is used', () => {
  const kustomizations = files.filter((name) => name.endsWith('kustomization.yaml'));
  const taken = kustomizations.flatMap((name) => {
    const [{ resources = [], components = [] }] = manifestsIn(name);
    return [...resources, ...components].map((path) => join(dirname(name), path));
  });
  const folders = kustomizations.map(dirname).filter((name) => !name.startsWith('overlays/'));
  const others = files.filter(
    (name) => !name.endsWith('kustomization.yaml') && name !== 'secret.example.yaml',
  );
  expect([...new Set(taken)].toSorted()).toEqual([...folders, ...others].toSorted());
});

/** The published definitions of Kubernetes and of the Prometheus operator. */
const definitions: Readonly<Record<string, () => Promise<Manifest>>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
  'monitoring.coreos.com/v1': () => import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'),
};

async function faultOf(manifest: Manifest): Promise<string | null> {
  const models = await definitions[manifest.apiVersion]?.();
  const Model = models?.[manifest.kind];
  if (!Model) return `${manifest.apiVersion} ${manifest.kind} is not known`;
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata?.name}: ${(error as Error).message}`;
  }
}

const isKustomize = ({ apiVersion }: Manifest): boolean => apiVersion.startsWith('kustomize.config.k8s.io');

test('Kubernetes: every manifest is what its definition says', async () => {
  const own = manifests.filter((each) => !isKustomize(each));
  expect(own.length).toBeGreaterThan(15);
  const faults = await Promise.all(own.map(faultOf));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  const [deployment] = running;
  expect(await faultOf({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } })).toMatch(/replicas/);
});

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

test.skipIf(!kubectl).each(['production', 'small'])(
  'Kubernetes: the overlay %s is what kustomize can build, and live',
  async (name) => {
    const { stdout, stderr } = spawnSync('kubectl', ['kustomize', join(checkout, folder, 'overlays', name)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const built: Manifest[] = parseAllDocuments(stdout).map((document) => document.toJS());
    expect((await Promise.all(built.map(faultOf))).filter((fault) => fault !== null)).toEqual([]);
    const { data } = built.find(({ metadata }) => metadata.name === 'pasarela-settings');
    expect(faultsOf({ ...data, ...filledIn })).toEqual([]);
    for (const proxy of data.TRUST_PROXY.split(','))
      expect(Number(proxy.split('/')[1])).toBeGreaterThanOrEqual(24);
    const hosts = built.filter(({ kind }) => kind === 'Ingress').map(({ spec }) => spec.rules[0].host);
    expect(hosts).toEqual([new URL(data.BASE_URL).host]);
    const replicas = built.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.replicas);
    expect(replicas).toEqual(name === 'small' ? [1, 1, 1] : [2, 2, 2]);
  },
);

test('Kubernetes: the alarms are those of Prometheus', async () => {
  const { groups } = parse(textOf('ops/prometheus-alerts.yml'));
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'pasarela' },
    spec: { groups },
  };
  const head = '# Made from ops/prometheus-alerts.yml: npx vitest run test/ops/deploy.test.ts --update\n';
  await expect(head + stringify(rule, { lineWidth: 0 })).toMatchFileSnapshot(
    join(checkout, folder, 'components/prometheus/rules.yaml'),
  );
});

test('Kubernetes: nothing reaches a pod that no policy names, and the metrics need their token', () => {
  const policies = ofKind('NetworkPolicy');
  expect(policies[0].spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const [monitor] = ofKind('ServiceMonitor');
  const [endpoint] = monitor.spec.endpoints;
  expect(routes).toContain(endpoint.path);
  const { name, key } = endpoint.authorization.credentials;
  const secret = ofKind('Secret').find(({ metadata }) => metadata.name === name);
  expect(Object.keys(secret.stringData)).toContain(key);
});

test('systemd: the unit runs the program by its role, and a stop has its time', () => {
  const unit = textOf('ops/systemd/pasarela@.service');
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  expect(value('ExecStart')).toMatch(/^\/opt\/pasarela\/node_modules\/node\/bin\/node .*src\/main\.ts$/);
  expect(JSON.parse(textOf('package.json')).scripts.start).toContain(
    value('ExecStart').slice(value('ExecStart').indexOf(' --')),
  );
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(stopSeconds);
  // The program never notifies systemd that it is ready.
  expect(value('Type')).toBe('exec');
  const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => [
    ...line.matchAll(/(\w+)=/g),
  ]);
  expect(unknownIn(set.map(([, name = '']) => name))).toEqual([]);
  expect(unit).toContain('ROLES=%i');
});
