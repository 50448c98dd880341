import { run } from './run.ts';

const { exitCode, stdout, stderr } = await run(process.argv.slice(2), process.env, (line) =>
  process.stderr.write(`${line}\n`),
);
process.stdout.write(stdout);
process.stderr.write(stderr);
// Not process.exit: what is written to a pipe must get through first.
process.exitCode = exitCode;
