import { newId } from '../../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';

export interface PushDevice {
  id: string;
  personId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string;
  createdAt: Date;
}

export interface DuePush extends Omit<PushDevice, 'id' | 'createdAt' | 'device'> {
  id: string;
  deviceId: string;
  merchantId: string;
  notificationId: string;
  count: number;
  tries: number;
  createdAt: Date;
}

/** A person with more has lost some: the oldest go. */
const maxDevices = 10;

/** A browser has one subscription: whoever signs in there next takes it over. */
export async function saveDevice(tx: Tx, device: Omit<PushDevice, 'id'>): Promise<void> {
  await tx`
    INSERT INTO push_devices (id, person_id, endpoint, p256dh, auth, device, created_at)
    VALUES (${newId()}, ${device.personId}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${device.device},
            ${device.createdAt})
        ON CONFLICT (endpoint) DO UPDATE
       SET person_id = excluded.person_id,
           p256dh = excluded.p256dh,
           auth = excluded.auth,
           device = excluded.device`;
  await tx`
    DELETE FROM push_devices
     WHERE person_id = ${device.personId}
       AND id NOT IN (
             SELECT id
               FROM push_devices
              WHERE person_id = ${device.personId}
              ORDER BY created_at DESC, id DESC
              LIMIT ${maxDevices})`;
}

export async function devicesOf(db: Db, personId: string): Promise<PushDevice[]> {
  return await db<PushDevice[]>`
    SELECT id, person_id AS "personId", endpoint, p256dh, auth, device, created_at AS "createdAt"
      FROM push_devices
     WHERE person_id = ${personId}
     ORDER BY created_at DESC, id DESC`;
}

/** Removes a person's own device, by its id or its endpoint. */
export async function forgetDevice(db: Db, personId: string, device: string): Promise<void> {
  await db`
    DELETE FROM push_devices
     WHERE person_id = ${personId}
       AND (id::text = ${device} OR endpoint = ${device})`;
}

/** The push service does not know the device any more. */
export async function dropDevice(db: Db, id: string): Promise<void> {
  await db`DELETE FROM push_devices WHERE id = ${id}`;
}

/** One push for each device of these people, in the transaction that takes the notifications. */
export async function queuePushes(
  tx: Tx,
  about: { personIds: readonly string[]; merchantId: string; notificationId: string; count: number },
  now: Date,
): Promise<void> {
  const devices = await tx<{ id: string }[]>`
    SELECT id
      FROM push_devices
     WHERE person_id = ANY (${[...about.personIds]}::uuid[])`;
  if (devices.length === 0) return;
  const rows = devices.map(({ id }) => ({
    id: newId(),
    device_id: id,
    merchant_id: about.merchantId,
    notification_id: about.notificationId,
    count: about.count,
    due_at: now,
    created_at: now,
  }));
  await tx`
    INSERT INTO pushes ${tx(rows)}
        ON CONFLICT (device_id, notification_id) DO NOTHING`;
}

/** Takes due pushes; those of a worker that dies are due again after the lease. */
export async function takePushes(sql: Sql, now: Date, limit: number, leaseMs: number): Promise<DuePush[]> {
  return await sql<DuePush[]>`
    UPDATE pushes
       SET due_at = ${new Date(now.getTime() + leaseMs)},
           tries = tries + 1
      FROM push_devices AS device
     WHERE device.id = device_id
       AND pushes.id IN (
             SELECT id
               FROM pushes
              WHERE due_at <= ${now}
              ORDER BY due_at
              LIMIT ${limit}
                FOR UPDATE SKIP LOCKED)
    RETURNING pushes.id, device_id AS "deviceId", merchant_id AS "merchantId", notification_id AS "notificationId", count,
              tries, pushes.created_at AS "createdAt", device.person_id AS "personId", device.endpoint, device.p256dh,
              device.auth`;
}

export async function endPush(db: Db, { id, deviceId }: DuePush, takenAt: Date | null): Promise<void> {
  await db`DELETE FROM pushes WHERE id = ${id}`;
  if (takenAt) await db`UPDATE push_devices SET taken_at = ${takenAt} WHERE id = ${deviceId}`;
}

export async function postponePush(db: Db, { id }: DuePush, dueAt: Date): Promise<void> {
  await db`UPDATE pushes SET due_at = ${dueAt} WHERE id = ${id}`;
}
