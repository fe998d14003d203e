import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const FOLDER = '/usr/bin';

/** Whether keys can be pressed like by a user, which needs a virtual screen and xdotool. */
export const HAS_DESKTOP = ['Xvfb', 'xdotool'].every((name) => {
  try {
    accessSync(`${FOLDER}/${name}`, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** A virtual screen with a keyboard that browsers cannot distinguish from a real one. */
export type Desktop = {
  /** The `DISPLAY` for the browser. */
  display: string;
  /** Presses keys together, named as in xdotool, for example `alt+shift+u`. */
  press(keys: string): void;
  type(text: string): void;
  close(): void;
};

export async function openDesktop(): Promise<Desktop> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = `:${await firstLine(server)}`;
  const xdotool = (...words: string[]) =>
    execFileSync('xdotool', words, { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
  return {
    display,
    press: (keys) => void xdotool('key', '--clearmodifiers', keys),
    type: (text) => void xdotool('type', '--delay', '40', text),
    close: () => void server.kill(),
  };
}

/** Xvfb writes the number of its display once it is ready. */
function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
  });
}
