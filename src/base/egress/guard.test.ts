import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { connect, createServer, type LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { deadlines } from '../../../test/kit/deadlines.ts';
import {
  checkUrl,
  guardedLookup,
  isForbiddenAddress,
  LookupFault,
  resolveBy,
  type UrlPolicy,
  webhookPolicy,
} from './guard.ts';

const live: UrlPolicy = { allowHttp: false, allowLoopback: false };
const sandbox: UrlPolicy = { allowHttp: true, allowLoopback: true };

const hostileUrls: [text: string, code: string][] = [
  ['', 'url_syntax'],
  ['not a url', 'url_characters'],
  ['hooks.example.com/in', 'url_syntax'],
  ['//hooks.example.com', 'url_syntax'],
  ['https:hooks.example.com', 'url_syntax'],
  ['https:/hooks.example.com', 'url_syntax'],
  ['https:///hooks.example.com', 'url_syntax'],
  ['https://', 'url_syntax'],
  ['https://?', 'url_syntax'],
  ['https://hooks.example.com:99999/', 'url_syntax'],
  ['https://1.2.3.4.5/', 'url_syntax'],
  ['https://256.256.256.256/', 'url_syntax'],
  ['https://[fe80::1%25lo]/', 'url_syntax'],
  ['https://exa%00mple.com/', 'url_syntax'],
  [`https://example.com/${'a'.repeat(2048)}`, 'url_too_long'],
  [' https://example.com/', 'url_characters'],
  ['https://example.com/\r\nX-Injected: 1', 'url_characters'],
  ['https://exam\tple.com/', 'url_characters'],
  ['https://example.com/\u0000', 'url_characters'],
  ['https://example.com/\u007f', 'url_characters'],
  ['https://example.com/\u0085', 'url_characters'],
  ['https://example.com/\u2028', 'url_characters'],
  ['https:\\\\example.com', 'url_characters'],
  ['https://example.com\\@127.0.0.1/', 'url_characters'],
  ['http://hooks.example.com/', 'url_scheme'],
  ['ftp://hooks.example.com/', 'url_scheme'],
  ['file:///etc/passwd', 'url_scheme'],
  ['javascript:alert(1)', 'url_scheme'],
  ['data:text/plain,hello', 'url_scheme'],
  ['gopher://127.0.0.1:6379/_FLUSHALL', 'url_scheme'],
  ['unix:/var/run/docker.sock', 'url_scheme'],
  ['https://user@example.com/', 'url_credentials'],
  ['https://user:secret@example.com/', 'url_credentials'],
  ['https://:secret@example.com/', 'url_credentials'],
  ['https://example.com@127.0.0.1/', 'url_credentials'],
  ['https://example.com:0/', 'url_port'],
  ['https://127.0.0.1/', 'url_private_address'],
  ['https://127.0.0.1./', 'url_private_address'],
  ['https://127.1/', 'url_private_address'],
  ['https://2130706433/', 'url_private_address'],
  ['https://0x7f000001/', 'url_private_address'],
  ['https://0x7f.1/', 'url_private_address'],
  ['https://0177.0.0.1/', 'url_private_address'],
  ['https://%31%32%37.0.0.1/', 'url_private_address'],
  ['https://①②⑦.0.0.1/', 'url_private_address'],
  ['https://127。0。0。1/', 'url_private_address'],
  ['https://0/', 'url_private_address'],
  ['https://0.0.0.0:8080/', 'url_private_address'],
  ['https://10.0.0.1/', 'url_private_address'],
  ['https://169.254.169.254/latest/meta-data/', 'url_private_address'],
  ['https://2852039166/latest/meta-data/', 'url_private_address'],
  ['https://192.168.1.1/', 'url_private_address'],
  ['https://[::]/', 'url_private_address'],
  ['https://[::1]/', 'url_private_address'],
  ['https://[0:0:0:0:0:0:0:1]/', 'url_private_address'],
  ['https://[::ffff:127.0.0.1]/', 'url_private_address'],
  ['https://[::ffff:a9fe:a9fe]/', 'url_private_address'],
  ['https://[::127.0.0.1]/', 'url_private_address'],
  ['https://[64:ff9b::10.0.0.1]/', 'url_private_address'],
  ['https://[fd00:ec2::254]/', 'url_private_address'],
  ['https://localhost/', 'url_private_host'],
  ['https://LOCALHOST/', 'url_private_host'],
  ['https://api.localhost/', 'url_private_host'],
  ['https://ⓛocalhost/', 'url_private_host'],
  ['https://local\u00adhost/', 'url_private_host'],
  ['https://localhost./', 'url_host'],
  ['https://example.com./', 'url_host'],
  ['https://../', 'url_host'],
  ['https://a..example.com/', 'url_host'],
  ['https://.example.com/', 'url_host'],
  ['https://*.example.com/', 'url_host'],
  ['https://-a.example.com/', 'url_host'],
  [`https://${'a'.repeat(64)}.example.com/`, 'url_host'],
  [`https://${'abcdefg.'.repeat(32)}com/`, 'url_host'],
  ['https://metadata.google.internal/', 'url_private_host'],
  ['https://printer.local/', 'url_private_host'],
  ['https://nas.lan/', 'url_private_host'],
  ['https://router.home.arpa/', 'url_private_host'],
  ['https://redis:6379/', 'url_private_host'],
  ['https://kubernetes/', 'url_private_host'],
];

const goodUrls = [
  'https://hooks.example.com/in',
  'HTTPS://Hooks.Example.com/In',
  'https://hooks.example.com:8443/in?merchant=7&x=%20#part',
  'https://bücher.example/ñ',
  'https://xn--bcher-kva.example/',
  'https://under_score.example.com/',
  'https://8.8.8.8/in',
  'https://[2606:4700:4700::1111]/in',
  `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`,
];

describe('an address given by a merchant', () => {
  test.each(hostileUrls)('is refused: %j (%s)', (text, code) => {
    const fault = checkUrl(text, live);
    expect(fault?.code).toBe(code);
    expect(fault?.message).toMatch(/^[A-Zl].+\.$/);
  });

  test.each(goodUrls)('passes: %j', (text) => {
    expect(checkUrl(text, live)).toBeNull();
  });

  test.each([
    'http://hooks.example.com/',
    'http://127.0.0.1:3000/',
    'http://127.1:3000/',
    'http://localhost:3000/',
    'http://shop.localhost:3000/',
    'https://[::1]:3000/',
  ])('may be plain http and loopback in the sandbox: %j', (text) => {
    expect(checkUrl(text, sandbox)).toBeNull();
  });

  test.each([
    ['http://10.0.0.1/', 'url_private_address'],
    ['http://0.0.0.0/', 'url_private_address'],
    ['http://169.254.169.254/', 'url_private_address'],
    ['http://[::ffff:127.0.0.1]/', 'url_private_address'],
    ['http://[::]/', 'url_private_address'],
    ['http://redis:6379/', 'url_private_host'],
    ['ftp://127.0.0.1/', 'url_scheme'],
  ])('stays refused in the sandbox: %j', (text, code) => {
    expect(checkUrl(text, sandbox)?.code).toBe(code);
  });
});

const forbiddenAddresses = [
  [
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.100.100.200',
    '100.127.255.255',
  ],
  [
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
  ],
  ['192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  [
    '::',
    '::1',
    '::2',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
  ],
  [
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:1ff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
  ],
  [
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
  ],
  ['2606:4700::1%eth0', '', 'localhost', '127.1', '1.2.3', '[2606:4700::1]'],
].flat();

const publicAddresses = [
  [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ],
  [
    '168.63.129.15',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '198.17.255.255',
    '223.255.255.255',
  ],
  ['2001:200::1', '2001:4860:4860::8888', '2003::1', '2606:4700:4700::1111', '2a00:1450::1'],
].flat();

describe('an address to dial', () => {
  test.each(forbiddenAddresses)('is refused: %j', (address) => {
    expect(isForbiddenAddress(address, live)).toBe(true);
  });

  test.each(publicAddresses)('passes: %s', (address) => {
    expect(isForbiddenAddress(address, live)).toBe(false);
  });

  test('may be loopback in the sandbox, and no other private one', () => {
    const allowed = forbiddenAddresses.filter((address) => !isForbiddenAddress(address, sandbox));
    expect(allowed).toEqual(['127.0.0.1', '127.255.255.255', '::1']);
  });
});

describe('the lookup given to the dialler', () => {
  test('hands over every checked address, or the first where one is asked for', async () => {
    const answers = addresses('1.1.1.1', '2606:4700::1');
    const lookup = guardedLookup(live, async () => answers);
    expect(await ask(lookup, { all: true })).toEqual(answers);
    expect(await ask(lookup, { all: false })).toEqual(['1.1.1.1', 4]);
  });

  test('refuses a name with one private address among public ones, and does not name it', async () => {
    const lookup = guardedLookup(live, async () => addresses('1.1.1.1', '10.0.0.7', '8.8.8.8'));
    const refusal = await ask(lookup, { all: true }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LookupFault);
    expect(refusal).toMatchObject({ kind: 'refused_address' });
    expect(String(refusal)).not.toContain('10.0.0.7');
  });

  test.each([
    ['fails', () => Promise.reject(new Error('queryA ENOTFOUND'))],
    ['finds nothing', () => Promise.resolve([])],
  ])('tells a name that %s from a refused one', async (_, resolve) => {
    await expect(ask(guardedLookup(live, resolve), { all: true })).rejects.toMatchObject({ kind: 'dns' });
  });

  test('knows localhost without asking, for the policy to decide', async () => {
    expect(await ask(guardedLookup(sandbox), { all: false }, 'shop.localhost')).toEqual(['127.0.0.1', 4]);
    await expect(ask(guardedLookup(live), { all: true }, 'localhost')).rejects.toMatchObject({
      kind: 'refused_address',
    });
  });

  test('pins: a name that changes its answer after the check is dialled at the checked address', async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    // 127.0.0.1 plays the checked public address; every later answer is a private one.
    const answers = [addresses('127.0.0.1'), addresses('10.0.0.7'), addresses('169.254.169.254')];
    let asked = 0;
    const lookup = guardedLookup(sandbox, async () => answers[asked++] ?? []);

    const dialled = await new Promise<string | undefined>((done, fail) => {
      const socket = connect({ host: 'rebinding.example', port, lookup });
      socket.once('error', fail).once('connect', () => {
        done(socket.remoteAddress);
        socket.destroy();
      });
    });
    expect(dialled).toBe('127.0.0.1');
    expect(asked).toBe(1);

    const second = await new Promise<unknown>((done) => {
      connect({ host: 'rebinding.example', port, lookup }).once('error', done);
    });
    expect(second).toMatchObject({ kind: 'refused_address' });
    server.close();
  });
});

describe('names asked of a name server', () => {
  test('give their IPv4 and IPv6 addresses, also where they have only one kind, and fail where they have none', async () => {
    await using server = await nameServer({
      'both.example/A': Buffer.from([1, 1, 1, 1]),
      'both.example/AAAA': Buffer.from('20014860486000000000000000008888', 'hex'),
      'six.example/AAAA': Buffer.from('20014860486000000000000000008888', 'hex'),
    });
    const dns = new Resolver({ timeout: deadlines.answer, tries: 1 });
    dns.setServers([`127.0.0.1:${server.port}`]);
    const resolve = resolveBy(dns);

    expect(await resolve('both.example')).toEqual(addresses('1.1.1.1', '2001:4860:4860::8888'));
    expect(await resolve('six.example')).toEqual(addresses('2001:4860:4860::8888'));
    await expect(resolve('none.example')).rejects.toThrow();
  });
});

/** Answers A and AAAA questions from a table, with the few fields of RFC 1035 that this needs. */
async function nameServer(records: Record<string, Buffer>): Promise<AsyncDisposable & { port: number }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]; length; length = query[at]) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const type = query.readUInt16BE(at + 1);
    const data = records[`${labels.join('.')}/${type === 1 ? 'A' : 'AAAA'}`];
    const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0]);
    const answer = data
      ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data])
      : Buffer.alloc(0);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), answer]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return {
    port: socket.address().port,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => socket.close(done)),
  };
}

function addresses(...list: string[]): LookupAddress[] {
  return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

function ask(
  lookup: LookupFunction,
  options: { all: boolean },
  hostname = 'hooks.example.com',
): Promise<unknown> {
  return new Promise((done, fail) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) fail(error);
      else done(family === undefined ? address : [address, family]);
    });
  });
}

describe("networks of the operator's own", () => {
  const policy = webhookPolicy('live', ['10.2.0.0/16', 'fd12:3456::/32', '169.254.0.0/16', '0.0.0.0/1']);

  test.each([
    ['10.2.3.4', true],
    ['10.3.0.1', true],
    ['192.168.0.1', false],
    ['fd12:3456::1', true],
    ['fd99::1', false],
    ['8.8.8.8', true],
  ])('%s may be dialled: %s', (address, isFine) => {
    expect(isForbiddenAddress(address, policy)).toBe(!isFine);
    expect(isForbiddenAddress(address, live)).toBe(address !== '8.8.8.8');
  });

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '224.0.0.1',
    '::1',
    '::ffff:10.2.3.4',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '64:ff9b::a02:304',
  ])('%s is never dialled, whatever is listed', (address) => {
    const all = webhookPolicy('live', ['0.0.0.0/0', '::/0']);
    expect(isForbiddenAddress(address, all)).toBe(true);
  });

  test('names of a private network are taken, and what they lead to is still checked', async () => {
    expect(checkUrl('https://hooks.corp.internal/in', policy)).toBeNull();
    expect(checkUrl('https://hooks.corp.internal/in', live)?.code).toBe('url_private_host');
    expect(checkUrl('https://localhost/in', policy)?.code).toBe('url_private_host');
    expect(checkUrl('http://10.2.3.4/in', policy)?.code).toBe('url_scheme');
    const dial = (address: string) =>
      new Promise((tell) =>
        guardedLookup(policy, async () => [{ address, family: 4 }])('hooks.corp.internal', {}, (error) =>
          tell(error),
        ),
      );
    expect(await dial('10.2.3.4')).toBeNull();
    expect(await dial('192.168.0.1')).toBeInstanceOf(LookupFault);
  });
});
