import fastify from 'fastify';
import pg from 'pg';
import { bareCharges } from './bare-charges.ts';

/** The baseline of `charges_vs_bare` and `pairs_vs_bare`. */

const { DATABASE_URL = '', MERCHANT_ID = '', POOL_SIZE = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
const app = fastify();
bareCharges(app, pool, MERCHANT_ID);

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
