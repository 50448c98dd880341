/** Tells the other tabs of this browser that the person has signed out. */

const name = 'pasarela-signed-out';

export function announceSignOut(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

export function onSignedOut(act: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = act;
  return () => channel.close();
}
