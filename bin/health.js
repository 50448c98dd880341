#!/usr/bin/env node
// Asks the server of this container whether it can serve: exit code 0 when it can.
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';

const { PORT = '8080', TLS_CERT } = process.env;
const ask = TLS_CERT ? secure : plain;
// The certificate is for the public name, and this is the loopback.
const options = { host: '127.0.0.1', port: PORT, path: '/health/ready', rejectUnauthorized: false };
ask(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
  .end();
