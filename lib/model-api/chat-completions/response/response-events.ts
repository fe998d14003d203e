import type { ModelEvent } from '../../../contracts/index.ts';

/**
 * Collects the events of a response between two reads. White space alone does not start a text part: it is held back until other
 * text follows, and dropped before any other event (quirk: blank-content).
 */
export class ResponseEvents {
  private events: ModelEvent[] = [];
  /** Whether text was emitted, so that white space continues it. */
  private isTextOpen = false;
  private blank = '';
  /** Whether anything visible to the user was emitted. */
  hasSpoken = false;

  text(delta: string): void {
    if (!this.isTextOpen) {
      this.blank += delta;
      if (this.blank.trim() === '') return;
      delta = this.blank;
      this.blank = '';
      this.isTextOpen = true;
      this.hasSpoken = true;
    }
    this.events.push({ type: 'text-delta', delta });
  }

  /** Adds any event except text, which goes through `text`. */
  add(event: ModelEvent): void {
    this.events.push(event);
    this.isTextOpen = false;
    this.blank = '';
    this.hasSpoken = true;
  }

  addAll(events: readonly ModelEvent[]): void {
    for (const event of events) this.add(event);
  }

  /** Returns the events since the last call of this method. */
  take(): ModelEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}
