// The settings of a live installation, for the command line: what `pasarela init live` wrote.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const usualFolder = '/etc/pasarela';
/** Later ones win. A role's file has what differs by role; those of `api` say where it is reached. */
const names = ['settings', 'watcher', 'worker', 'api'];
/** Whoever sets one of these means another installation than the one of this machine. */
const ownChoice = ['MODE', 'DATABASE_URL', 'DATA_DIR'];

/**
 * The environment with the settings of the folder that PASARELA_SETTINGS names, else of /etc/pasarela where the environment
 * chooses no installation itself. What the environment has wins. Throws where a file is missing or cannot be read.
 */
export function withSettings(env) {
  const folder = chooseFolder(env);
  if (folder === null) return env;
  const settings = {};
  for (const name of names) {
    const path = join(folder, name);
    if (!existsSync(path)) {
      if (name !== 'settings') continue;
      throw new Error(`There is no file ${path}: \`pasarela init live --dir ${folder}\` writes it.`);
    }
    try {
      accessSync(path, constants.R_OK);
    } catch {
      throw new Error(`You may not read ${path}. Type the same command with sudo in front.`);
    }
    Object.assign(settings, parse(readFileSync(path, 'utf8')));
  }
  return { ...settings, ...env };
}

function chooseFolder(env) {
  if (env.PASARELA_SETTINGS) return env.PASARELA_SETTINGS;
  const isChosen = env.PASARELA_SETTINGS === '' || ownChoice.some((name) => env[name]);
  return !isChosen && existsSync(join(usualFolder, 'settings')) ? usualFolder : null;
}

/** Lines of NAME=value, the value perhaps in quotes, as systemd reads them. */
function parse(text) {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(line.trim()) ?? [];
    const isQuoted = value.length > 1 && /^['"]/.test(value) && value.at(-1) === value[0];
    return name === undefined ? [] : [[name, isQuoted ? value.slice(1, -1) : value]];
  });
  return Object.fromEntries(lines);
}
