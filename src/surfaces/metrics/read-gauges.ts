import { Gauge, type Registry } from 'prom-client';
import type { Reads } from '../../base/db/reads.ts';

/** The database from which this process reads lists, for an operator who set up a replica. */
export function watchReads(registry: Registry, reads: Reads): void {
  new Gauge({
    name: 'pasarela_reads_on_replica',
    help: '1 where this process reads lists from the replica; 0 while it is away or too old, and the primary is asked',
    registers: [registry],
    collect() {
      this.set(reads.source() === 'replica' ? 1 : 0);
    },
  });
}
