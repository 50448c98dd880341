import { call } from '../app/api.ts';

/** This browser's subscription to notifications. */

export type DeviceState =
  /** The browser has no such thing, or no page of ours may use it here. */
  | 'impossible'
  /** The person refused it: only the browser's own settings change that. */
  | 'denied'
  | 'off'
  | 'on';

const worker = '/dashboard/service-worker.js';

function isPossible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** The worker also makes the dashboard installable; without it everything else works. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return await navigator.serviceWorker.register(worker, { scope: '/dashboard' }).catch(() => null);
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/dashboard');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function deviceState(): Promise<DeviceState> {
  if (!isPossible()) return 'impossible';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscription()) === null ? 'off' : 'on';
}

/** Asks for the permission, and tells the server where to send. */
export async function switchOn(at: string | null, publicKey: string): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted') return await deviceState();
  await registerWorker();
  const registration = await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await send(at, made);
  return 'on';
}

async function send(at: string | null, made: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = made.toJSON();
  await call('POST /dashboard/api/push-devices', {
    at,
    body: { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
  });
}

export async function switchOff(at: string | null): Promise<DeviceState> {
  const made = await subscription();
  if (made) {
    await call('POST /dashboard/api/push-devices/forget', { at, body: { device: made.endpoint } });
    await made.unsubscribe();
  }
  return await deviceState();
}

/**
 * A subscription belongs to the person who signed in last, and to the server's present key. `known`: what the server
 * has of this person.
 */
export async function renew(at: string | null, publicKey: string): Promise<void> {
  const made = await subscription();
  if (!made) return;
  const key = made.options.applicationServerKey;
  const text = key && btoa(String.fromCharCode(...new Uint8Array(key)));
  const isPresent = text?.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
  if (isPresent) return await send(at, made);
  await made.unsubscribe();
  await switchOn(at, publicKey);
}

/** Whoever signs out hears nothing more on this device. */
export async function leaveDevice(at: string | null): Promise<void> {
  if (isPossible() && (await subscription())) await switchOff(at).catch(() => {});
}
