import { type ElicitServerForm, MAX_ROUNDS, serverForm } from './elicitation-form.ts';
import type { IdleTimeout } from './http-transport.ts';
import { JSON_RPC } from './protocol.ts';

/** A call during which a server may show forms: how many there were, and when the last one is answered. `signal`: the call ends. */
export type FormCall = {
  elicit: ElicitServerForm | undefined;
  idle: IdleTimeout;
  forms: { signal: AbortSignal; count: number; last: Promise<void> };
};

/** The forms that a server shows by `elicitation/create`, as the revisions before 2026-07-28 have it. */
export class ServerForms {
  readonly #open = new Map<string, AbortController>();

  /**
   * Shows the forms of a call one after the other, and sends each answer. One that cannot be shown is an error to the server; one that
   * was closed is not answered.
   */
  show(
    id: string | number,
    params: unknown,
    { elicit, idle, forms }: FormCall,
    send: (answer: object) => Promise<void>,
  ): void {
    const form = serverForm(params);
    if (form === null || elicit === undefined || ++forms.count > MAX_ROUNDS) {
      const error = { code: JSON_RPC.invalidParams, message: 'Not a form that can be shown' };
      return void send({ error }).catch(() => undefined);
    }
    const closed = new AbortController();
    this.#open.set(String(id), closed);
    idle.hold();
    forms.last = forms.last
      .then(() => elicit(form, AbortSignal.any([forms.signal, closed.signal])))
      .then((result) => (closed.signal.aborted ? undefined : send({ result })))
      .catch(() => undefined)
      .finally(() => {
        if (this.#open.get(String(id)) === closed) this.#open.delete(String(id));
        if (!forms.signal.aborted) idle.release();
      });
  }

  /** The server no longer waits for the answer to this request (`notifications/cancelled`). */
  close(requestId: unknown): void {
    this.#open.get(String(requestId))?.abort();
  }
}
