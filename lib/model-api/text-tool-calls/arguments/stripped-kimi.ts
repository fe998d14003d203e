import type { CallReader, ReadCall, ReaderState } from '../dialect.ts';
import type { ArgumentField } from './fields.ts';

/** What is left of Kimi K3's section after its calls. Without it, the calls were cut off. */
const SECTION_END = /calltools(?:message)?\s*$/;
const NEXT_CALL = /call(?=call tool="[^"\n]{1,128}" index="\d{1,4}")/;
const CALL_START = /^call tool="([^"\n]{1,128})" index="\d{1,4}"/;
const ARGUMENT_END = /argument(?=argument key="|$)/;
const ARGUMENT = /^argument key="([^"\n]{1,128})" type="(\w{1,20})"([\s\S]*)$/;

/**
 * Reads the calls of Kimi K3 from which a server dropped all tokens, up to the end of the reply, since nothing but the
 * words of the tags is left of them: `argument key="city" type="string"Osloargumentcalltools`. The header of the first
 * call has been consumed. quirk: format-kimi-k3
 */
export class StrippedKimiReader implements CallReader {
  state: ReaderState = 'open';
  readonly name: string;
  #delta = '';
  #readCalls: ReadCall[] = [];

  constructor(name: string) {
    this.name = name;
  }

  push(text: string): number {
    this.#delta += text;
    return text.length;
  }

  end(read: string): number {
    const end = SECTION_END.exec(read);
    const calls = read
      .slice(0, end?.index)
      .split(NEXT_CALL)
      .map((each, index) => parseCall(each, index, this.name));
    this.#readCalls = calls.filter((call) => call !== null);
    this.state = end !== null && this.#readCalls.length === calls.length ? 'complete' : 'truncated';
    return read.length;
  }

  takeDelta(): string {
    const delta = this.#delta;
    this.#delta = '';
    return delta;
  }

  calls(): ReadCall[] {
    return this.#readCalls;
  }
}

/** Null if a part of the text belongs to no argument. `firstName`: the name of the call whose header was consumed. */
function parseCall(text: string, index: number, firstName: string): ReadCall | null {
  const start = index === 0 ? null : CALL_START.exec(text);
  const body = text.slice(start?.[0].length ?? 0);
  const list: ArgumentField[] = [];
  // Only white space may follow the end of the last argument.
  for (const each of body.trimEnd().split(ARGUMENT_END)) {
    const match = ARGUMENT.exec(each);
    if (match)
      list.push({ key: match[1] ?? '', text: match[3] ?? '', type: match[2] === 'string' ? 'string' : 'json' });
    else if (each !== '') return null;
  }
  const name = start?.[1] ?? firstName;
  return { name, arguments: { type: 'fields', fields: { list, open: 'string' } }, isStrict: true, isRepaired: true };
}
