import { connect, type Socket } from 'node:net';
import type { Shed } from './hostile.ts';

/** Clients that mean harm, from one address, against processes named by the parent. */

interface Orders {
  isActive: boolean;
  urls: string[];
  isOver?: true;
}

interface Kind {
  name: string;
  /** How many are open at once. */
  most: number;
  /** How many begin in a second. */
  perSecond: number;
  begin(socket: Socket): void;
}

const head = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n';
/** Longer than the server waits. */
const unreadMs = 70_000;
const document = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';
const every = (socket: Socket, ms: number, write: () => void): void => {
  const timer = setInterval(write, ms);
  socket.once('close', () => clearInterval(timer));
};
/** Data are thrown away; the rest waits in the socket. */
const pour = (socket: Socket, piece: string): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
};

const kinds: readonly Kind[] = [
  {
    name: 'headers a byte a second',
    most: 200,
    perSecond: 40,
    begin(socket) {
      socket.write(head);
      every(socket, 1_000, () => socket.write('x'));
    },
  },
  { name: 'nothing is sent', most: 200, perSecond: 40, begin() {} },
  {
    name: 'idle after one request',
    most: 200,
    perSecond: 40,
    begin: (socket) => void socket.write(`${head}\r\n`),
  },
  {
    name: 'a body a byte a second',
    most: 200,
    perSecond: 40,
    begin(socket) {
      socket.write(
        'POST /payment/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
      );
      every(socket, 1_000, () => socket.write(' '));
    },
  },
  {
    name: 'headers without end',
    most: 20,
    perSecond: 10,
    begin(socket) {
      socket.write(head);
      pour(socket, `x-flood: ${'x'.repeat(4_000)}\r\n`);
    },
  },
  {
    name: 'a body that says it is huge',
    most: 20,
    perSecond: 10,
    begin(socket) {
      socket.write(
        'POST /payment/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n',
      );
      pour(socket, ' '.repeat(16_000));
    },
  },
  {
    name: 'a body in pieces without end',
    most: 20,
    perSecond: 10,
    begin(socket) {
      socket.write(
        'POST /payment/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      );
      pour(socket, `3e80\r\n${' '.repeat(16_000)}\r\n`);
    },
  },
  {
    name: 'requests and then garbage',
    most: 20,
    perSecond: 10,
    begin: (socket) => void socket.write(`${`${head}\r\n`.repeat(20)}\u0000\u0001 garbage\r\n\r\n`),
  },
  {
    name: 'answers are not read',
    most: 50,
    perSecond: 10,
    begin(socket) {
      socket.pause();
      socket.write(document.repeat(30));
      // Only then does this side see that it was hung up on.
      setTimeout(() => socket.resume(), unreadMs);
    },
  },
  {
    name: 'a thousand requests ahead',
    most: 20,
    perSecond: 4,
    begin: (socket) => void socket.write(document.repeat(1_000)),
  },
];

const sheds = new Map<string, Shed>(
  kinds.map(({ name }) => [name, { kind: name, opened: 0, closedAfter: [], open: 0, answers: {} }]),
);
let orders: Orders = { isActive: false, urls: [] };
const perTick = 4;
const hostileAddress = '127.0.0.66';

function open({ name, begin }: Kind): void {
  const url = new URL(orders.urls[Math.floor(Math.random() * orders.urls.length)] as string);
  const shed = sheds.get(name) as Shed;
  const socket = connect({ host: url.hostname, port: Number(url.port), localAddress: hostileAddress });
  const began = performance.now();
  socket.once('connect', () => {
    shed.opened += 1;
    shed.open += 1;
    socket.once('close', () => {
      shed.open -= 1;
      shed.closedAfter.push((performance.now() - began) / 1000);
    });
    begin(socket);
  });
  socket.on('error', () => {});
  if (name === 'answers are not read') return;
  socket.on('data', (data: Buffer) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1', 0, 20))?.[1];
    if (status) shed.answers[status] = (shed.answers[status] ?? 0) + 1;
  });
}

setInterval(() => {
  if (!orders.isActive || orders.urls.length === 0) return;
  for (const kind of kinds) {
    const room = kind.most - (sheds.get(kind.name) as Shed).open;
    for (let count = Math.min(room, kind.perSecond / perTick); count > 0; count--) open(kind);
  }
}, 1_000 / perTick);

const report = (): void => void process.send?.([...sheds.values()]);
setInterval(report, 1_000);
process.on('disconnect', () => process.exit());
process.on('message', (next: Orders) => {
  orders = next;
  if (!next.isOver) return;
  process.send?.([...sheds.values()], () => process.exit());
});
