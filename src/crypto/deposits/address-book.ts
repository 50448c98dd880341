import type { Db } from '../../base/db/pool.ts';
import type { WantedAddresses } from '../../chain/chains/port/chain.ts';

/** The table grows beyond this load factor: the emptier it is, the shorter a probe. */
const maxFullness = 0.5;
const firstPlaces = 1 << 12;
/** Rows per query: a million addresses are read in a few seconds, with little memory. */
const pageRows = 5_000;

/**
 * All deposit addresses of a network in memory, for a watcher that sees millions of foreign ones. Four bytes of each
 * are enough: addresses are hashes, so of a million foreign addresses a few hundred look like ours, and the database
 * decides those. A million addresses take 8 MB to 16 MB.
 *
 * This is a hash table of our own because a lookup must cost nearly the same among a million addresses as among a
 * thousand (measured: 0.14 µs and 0.06 µs). A Set of the same numbers takes 0.29 µs and 0.05 µs, a Set of strings 0.73
 * µs and 0.13 µs, out of 5 µs for a log in all; and the watcher's memory rises from 344 MB to 382 MB and 368 MB.
 */
export interface AddressBook extends WantedAddresses {
  /**
   * Loads the addresses handed out since the last update, including those of other networks on which somebody may pay
   * by mistake. All are loaded again if the last one is gone: a standby was promoted that lacks it, and numbers that
   * this book has seen are given to other addresses.
   */
  update(db: Db, network: string, others?: readonly string[]): Promise<void>;
  /** Also reports transfers out of these addresses. */
  watchSenders(addresses: readonly string[]): void;
}

export function createAddressBook(): AddressBook {
  let places = new Uint32Array(firstPlaces);
  let count = 0;
  /** The last address that was loaded, by network. */
  const last = new Map<string, { number: bigint; address: Buffer }>();
  /** A plain array: there are few senders. */
  let senders: number[] = [];

  function add(print: number): void {
    if (count >= places.length * maxFullness) grow();
    const at = placeOf(places, print);
    if (places[at] === print) return;
    places[at] = print;
    count += 1;
  }

  function grow(): void {
    const before = places;
    places = new Uint32Array(before.length * 2);
    for (const print of before) if (print !== 0) places[placeOf(places, print)] = print;
  }

  return {
    async update(db, network, others = []) {
      const all = [network, ...others];
      for (;;) {
        const rows = await db<{ network: string; number: bigint; address: Buffer }[]>`
          SELECT seen.network, handed_out.number, handed_out.address
            FROM unnest(${all}::text[], ${all.map((each) => last.get(each)?.number ?? 0n)}::bigint[])
                 AS seen (network, number)
           CROSS JOIN LATERAL (
             SELECT number, address
               FROM deposit_addresses
              WHERE network = seen.network
                AND number >= seen.number
              ORDER BY number
              LIMIT ${pageRows}
           ) AS handed_out`;
        const setBack = [...last].filter(
          ([of, seen]) =>
            all.includes(of) &&
            !rows.some(
              (row) => row.network === of && row.number === seen.number && row.address.equals(seen.address),
            ),
        );
        for (const [of] of setBack) last.delete(of);
        if (setBack.length > 0) continue;
        for (const { network: of, number, address } of rows) {
          add(printOf(address.readUInt32BE(0)));
          if (number > (last.get(of)?.number ?? 0n)) last.set(of, { number, address });
        }
        if (rows.length < pageRows) return;
      }
    },
    watchSenders(addresses) {
      senders = addresses.map((address) => printOf(readHex(address, 2)));
    },
    mayHave(text, at) {
      const print = printOf(readHex(text, at));
      return places[placeOf(places, print)] === print;
    },
    mayBeFrom(text, at) {
      return senders.length > 0 && senders.includes(printOf(readHex(text, at)));
    },
  };
}

/** Reads eight hex digits in place: a substring for parseInt costs more than all the rest (measured). */
function readHex(text: string, at: number): number {
  let value = 0;
  for (let place = at; place < at + 8; place++) {
    const code = text.charCodeAt(place);
    // 0 to 9 have codes below 58; letters of either case end in the same four bits, from 1 on.
    value = (value << 4) | (code < 58 ? code & 15 : (code & 15) + 9);
  }
  return value >>> 0;
}

/**
 * 0 marks an empty slot; the one address in four thousand million that begins with zeros shares another fingerprint.
 */
function printOf(firstBytes: number): number {
  return firstBytes === 0 ? 1 : firstBytes;
}

/** The slot of a fingerprint, or the first free slot for it, by linear probing. */
function placeOf(places: Uint32Array, print: number): number {
  const mask = places.length - 1;
  let at = print & mask;
  for (let held = places[at]; held !== 0 && held !== print; held = places[at]) at = (at + 1) & mask;
  return at;
}
