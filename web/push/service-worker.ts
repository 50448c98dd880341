import { type Language, languages } from '../../src/base/money/language.ts';

/**
 * Shows notifications, and says so if a page is opened without a connection. It stores nothing: what people see is always
 * read from the server.
 */

/** What it uses of a service worker: TypeScript's own types of it contradict those of pages. */
interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Extended {
  data: { json(): unknown } | null;
}
interface Clicked extends Extended {
  notification: Notification;
}
interface Shown {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
declare const self: {
  addEventListener(type: 'install', listener: () => void): void;
  addEventListener(type: 'activate', listener: (event: Extended) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: 'window' }): Promise<readonly Shown[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  navigator: { language: string };
  location: { origin: string };
};

const offline: Readonly<Record<Language, [title: string, text: string]>> = {
  en: ['No connection', 'Pasarela cannot be reached. Try again when you are online.'],
  es: ['Sin conexión', 'No se puede llegar a Pasarela. Inténtalo de nuevo cuando tengas conexión.'],
  pt: ['Sem conexão', 'Não foi possível acessar a Pasarela. Tente de novo quando houver conexão.'],
  fr: ['Pas de connexion', 'Pasarela est injoignable. Réessayez quand vous serez en ligne.'],
};

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(offlinePage));
});

function offlinePage(): Response {
  const language = languages.find((each) => self.navigator.language.startsWith(each)) ?? 'en';
  const [title, text] = offline[language];
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:420px;margin:20vh auto;padding:0 20px"><h1 style="font-size:20px">${title}</h1><p>${text}</p></body></html>`;
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
}

self.addEventListener('push', (event) => {
  const message = event.data?.json() as Message | undefined;
  if (!message) return;
  const { title, body, path, tag } = message;
  const icon = '/dashboard/icons/icon-192.png';
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: path }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(String(event.notification.data ?? '/dashboard'), self.location.origin);
  // Only pages of the dashboard are opened, whatever a message says.
  const isOurs = url.origin === self.location.origin && url.pathname.startsWith('/dashboard');
  event.waitUntil(open(isOurs ? url.href : `${self.location.origin}/dashboard`));
});

async function open(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const [shown] = windows;
  if (!shown) return void (await self.clients.openWindow(url));
  await shown.focus();
  await shown.navigate(url).catch(() => self.clients.openWindow(url));
}
