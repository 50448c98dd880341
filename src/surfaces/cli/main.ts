import { askSecret } from './ask-secret.ts';
import { run } from './run.ts';
import { becomeServiceUser, machineUser } from './service-user.ts';

// Read before the switch: the audit log names the user who typed the command, not the service's account.
const user = machineUser();
const progress = (line: string): void => void process.stderr.write(`${line}\n`);
try {
  becomeServiceUser(process.env.SERVICE_USER);
  const { exitCode, stdout, stderr } = await run(
    process.argv.slice(2),
    process.env,
    progress,
    askSecret,
    user,
  );
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  // Not process.exit: output to a pipe must be flushed first.
  process.exitCode = exitCode;
} catch (error) {
  progress((error as Error).message);
  process.exitCode = 1;
}
