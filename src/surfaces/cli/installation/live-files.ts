import { readFileSync } from 'node:fs';
import { type Place, portOf, type Settings, settingsFiles, settingsText } from './live-settings.ts';

export interface LiveFile {
  name: string;
  text: string;
  mode: number;
}

const secret = 0o600;
const readable = 0o644;
const executable = 0o755;

/** All files that `init live` writes. */
export function liveFiles(
  settings: Settings,
  place: Place,
  { checkout, serviceUser, setsUser }: { checkout: string; serviceUser: string; setsUser: boolean },
): LiveFile[] {
  const { runner, dir } = place;
  const files = settingsFiles(settings, runner, setsUser ? serviceUser : null);
  const hasProxy = !settings.TLS_CERT;
  return [
    ...Object.entries(files).map(([name, each]) => ({ name, text: settingsText(each), mode: secret })),
    ...(hasProxy
      ? [
          { name: 'nginx.conf', text: nginxBlocks(settings), mode: readable },
          { name: 'Caddyfile', text: caddyBlocks(settings), mode: readable },
        ]
      : []),
    runner === 'compose'
      ? { name: 'compose.yml', text: composeFile(checkout), mode: readable }
      : { name: 'pasarela@.service', text: unit(settings, { checkout, dir, serviceUser }), mode: readable },
    { name: 'pasarela', text: wrapper(place, checkout), mode: executable },
  ];
}

const template = (path: string): string =>
  readFileSync(new URL(`../../../../ops/${path}`, import.meta.url), 'utf8');

function composeFile(checkout: string): string {
  const [, body = ''] = template('compose/postgres.yml').split(/^(?=name: )/m);
  return body.replace('context: ../..', `context: ${checkout}`);
}

/** The unit of ops/systemd, adapted to this checkout, folder and account. */
function unit(
  settings: Settings,
  { checkout, dir, serviceUser }: { checkout: string; dir: string; serviceUser: string },
): string {
  const [, body = ''] = template('systemd/pasarela@.service').split(/^(?=\[Unit\])/m);
  const here = body
    .replaceAll('/opt/pasarela', checkout)
    .replaceAll('/etc/pasarela', dir)
    .replace('User=pasarela', `User=${serviceUser}`);
  const lowest = Math.min(portOf(settings), Number(settings.REDIRECT_PORT ?? portOf(settings)));
  if (!settings.TLS_CERT || lowest >= 1024) return here;
  // Ports below 1024 need the capability, which a user namespace of its own would remove again.
  return here
    .replace('CapabilityBoundingSet=', 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE')
    .replace('AmbientCapabilities=', 'AmbientCapabilities=CAP_NET_BIND_SERVICE')
    .replace('PrivateUsers=yes', 'PrivateUsers=no');
}

/** The command line of this installation, so that printed commands work when pasted. */
function wrapper({ runner, dir }: Place, checkout: string): string {
  const start =
    runner === 'compose'
      ? `docker compose -f ${dir}/compose.yml run --rm worker pasarela`
      : `env PASARELA_SETTINGS=${dir} ${checkout}/node_modules/node/bin/node ${checkout}/bin/pasarela.js`;
  return `#!/bin/sh\nexec ${start} "$@"\n`;
}

function hostsOf({ BASE_URL, LEGACY_AUTH_URL, CRYPTO_BASE_URL, CHECKOUT_URL }: Settings): string[] {
  const urls = [BASE_URL, LEGACY_AUTH_URL, CRYPTO_BASE_URL, CHECKOUT_URL];
  return [...new Set(urls.map((url) => new URL(url ?? '').hostname))];
}

const upstream = '127.0.0.1:8080';

function nginxBlocks(settings: Settings): string {
  const [first, ...others] = hostsOf(settings);
  const names = [first, ...others].join(' ');
  return `# For nginx, e.g. as /etc/nginx/conf.d/pasarela.conf. The certificate must be good for every name.
server {
    listen 80;
    listen [::]:80;
    server_name ${names};
    # Pages are led to https. Whatever else comes here unencrypted is refused: its credentials have been seen by others.
    if ($request_method !~ ^(GET|HEAD)$) {
        return 403;
    }
    return 308 https://$host$request_uri;
}

server {
    listen 443 ssl;
    listen [::]:443 ssl;
    server_name ${names};
    ssl_certificate /etc/letsencrypt/live/${first}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${first}/privkey.pem;
    client_max_body_size 1m;

    # For Prometheus, from inside: ask the processes themselves.
    location = /metrics {
        return 404;
    }
    location / {
        proxy_pass http://${upstream};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        # The caller's address alone: what the caller sends as X-Forwarded-For is not to be believed.
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header Connection "";
        proxy_read_timeout 60s;
    }
}
`;
}

function caddyBlocks(settings: Settings): string {
  return `# For Caddy, e.g. imported from /etc/caddy/Caddyfile. It gets the certificates itself, and leads http to https.
${hostsOf(settings).join(', ')} {
    # For Prometheus, from inside: ask the processes themselves.
    respond /metrics 404
    reverse_proxy ${upstream}
}
`;
}
